package io.landfall.access;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UsersTest {
    private static final AdminLogin ADMIN = new AdminLogin("{bcrypt}x", AdminLogin.Origin.CONFIGURED, null);
    private static final String BCRYPT = "{bcrypt}" + new BCryptPasswordEncoder(4).encode("secret");
    private static final Set<Role> VIEWER = Set.of(Role.VIEWER);

    @Test
    void users_are_those_of_the_configuration_beside_admin() {
        List<UserDetails> users =
                Users.all(ADMIN, List.of(new UserEntry("ann", BCRYPT, Set.of(Role.VIEWER, Role.OPERATOR))));
        assertThat(users).extracting(UserDetails::getUsername).containsExactly("admin", "ann");
        assertThat(users.get(1).getAuthorities())
                .extracting(GrantedAuthority::getAuthority)
                .containsExactlyInAnyOrder("ROLE_VIEWER", "ROLE_OPERATOR");
    }

    @Test
    void every_kind_of_hash_that_is_taken_can_be_checked() {
        PasswordEncoder encoder = PasswordHashes.encoder();
        String htpasswd = "{bcrypt}$2y$05$"
                + new BCryptPasswordEncoder(5).encode("secret").substring(7);
        String argon = "{argon2}"
                + Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8().encode("secret");
        String pbkdf = "{pbkdf2}"
                + Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8().encode("secret");
        for (String hash : List.of(BCRYPT, htpasswd, argon, pbkdf)) {
            assertThat(PasswordHashes.isHash(hash)).as(hash).isTrue();
            assertThat(encoder.matches("secret", hash)).as(hash).isTrue();
            assertThat(encoder.matches("other", hash)).as(hash).isFalse();
        }
        assertThat(encoder.matches("secret", new BCryptPasswordEncoder(4).encode("secret")))
                .as("as older ledgers have it")
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain-marker",
                "{noop}plain-marker",
                "{bcrypt}plain-marker",
                "{MD5}plain-marker",
                "$2a$10$plain-marker",
                "{argon2}plain-marker",
                " "
            })
    void a_password_that_is_no_hash_is_refused_by_its_key_and_not_shown(String password) {
        assertRefused(new UserEntry("ann", password, VIEWER), "landfall.users[1].password", "plain-marker");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"admin", "Admin", "jmx", "unverified", "unverified:ann", "a:b", "", " ann", "a\nb", "ann\u202e"})
    void a_name_that_would_not_be_clear_in_the_operator_log_is_refused(String name) {
        assertRefused(new UserEntry(name, BCRYPT, VIEWER), "landfall.users[1].name", BCRYPT);
    }

    @Test
    void what_is_missing_or_twice_is_refused() {
        assertRefused(new UserEntry(null, BCRYPT, VIEWER), "landfall.users[1].name", BCRYPT);
        assertRefused(new UserEntry("ann", null, VIEWER), "landfall.users[1].password", BCRYPT);
        assertRefused(new UserEntry("ann", BCRYPT, Set.of()), "landfall.users[1].roles", BCRYPT);
        assertRefused(new UserEntry("BOB", BCRYPT, VIEWER), "landfall.users[1].name", BCRYPT);
    }

    private static void assertRefused(UserEntry entry, String key, String never) {
        assertThatThrownBy(() -> Users.all(ADMIN, List.of(new UserEntry("bob", BCRYPT, VIEWER), entry)))
                .isInstanceOf(LoginRefused.class)
                .hasMessageStartingWith(key)
                .message()
                .doesNotContain(never);
    }
}
