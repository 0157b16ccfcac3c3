package io.landfall.access;

import java.time.Clock;

import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

import io.landfall.alarm.Alarms;

@Configuration(proxyBeanMethods = false)
class LoginBeans {
    @Bean
    PasswordEncoder passwordEncoder() {
        return new RememberingEncoder(PasswordHashes.encoder());
    }

    @Bean
    @DependsOnDatabaseInitialization
    AdminLogin adminLogin(
            AccessConfiguration access, JdbcOperations ledger, PasswordEncoder encoder, Environment environment) {
        AdminLogin login = new AdminLogins(access, ledger, encoder).find();
        if (login.generated() != null) {
            // to the terminal, never to the log; at once, because a start that fails later must not lose it
            Terminal.of(environment).println("Landfall login: " + login.hint());
        }
        return login;
    }

    /** The users are no bean of their own: whoever asks for one would compare passwords without the brake. */
    @Bean
    AuthenticationProvider logins(
            AdminLogin admin, AccessConfiguration access, PasswordEncoder encoder, Clock clock, Alarms alarms) {
        DaoAuthenticationProvider passwords =
                new DaoAuthenticationProvider(new InMemoryUserDetailsManager(Users.all(admin, access.users())));
        passwords.setPasswordEncoder(encoder);
        return new BrakedLogins(passwords, new LoginBrake(clock), alarms);
    }
}
