package io.landfall.access;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.access.AdminLogin.Origin;
import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = ReadingApp.class)
class AdminLoginsIT {
    @Autowired
    private JdbcTemplate ledger;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("admin_logins_it", registry);
    }

    @Test
    void a_generated_password_is_one_for_all_nodes_and_told_once() {
        ledger.update("truncate admin_login");
        AdminLogins logins = new AdminLogins(new AccessConfiguration(""), ledger, new BCryptPasswordEncoder(4));
        AdminLogin first = logins.find();
        assertThat(first.origin()).isEqualTo(Origin.GENERATED_NOW);
        assertThat(new BCryptPasswordEncoder().matches(first.generated(), first.passwordHash()))
                .isTrue();
        assertThat(first.hint()).contains(first.generated());
        assertThat(first.toString()).doesNotContain(first.generated());
        AdminLogin second = logins.find();
        assertThat(second.origin()).isEqualTo(Origin.GENERATED_BEFORE);
        assertThat(second.passwordHash()).isEqualTo(first.passwordHash());
        assertThat(second.generated()).isNull();
        assertThat(second.hint()).contains("LANDFALL_ADMIN_PASSWORD");
        AdminLogin set =
                new AdminLogins(new AccessConfiguration("chosen"), ledger, new BCryptPasswordEncoder(4)).find();
        assertThat(set.origin()).isEqualTo(Origin.CONFIGURED);
        assertThat(set.hint()).doesNotContain("chosen");
    }
}
