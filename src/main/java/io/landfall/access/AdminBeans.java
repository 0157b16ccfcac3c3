package io.landfall.access;

import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

@Configuration(proxyBeanMethods = false)
class AdminBeans {
    @Bean
    PasswordEncoder passwordEncoder() {
        return new RememberingEncoder(new BCryptPasswordEncoder());
    }

    @Bean
    @DependsOnDatabaseInitialization
    AdminLogin adminLogin(AccessConfiguration access, JdbcOperations ledger, PasswordEncoder encoder) {
        AdminLogin login = new AdminLogins(access, ledger, encoder).find();
        if (login.generated() != null) {
            // to the terminal, never to the log; at once, because a start that fails later must not lose it
            System.out.println("Landfall login: " + login.hint());
        }
        return login;
    }

    @Bean
    UserDetailsService users(AdminLogin login) {
        return new InMemoryUserDetailsManager(User.withUsername(AdminLogin.NAME)
                .password(login.passwordHash())
                .roles(Access.VIEWER, Access.OPERATOR, Access.ADMIN)
                .build());
    }
}
