package io.landfall.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

/** The built-in user and the configured ones. */
final class Users {
    /** A name stands in the operator log, and before the first colon of HTTP Basic. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+ -]{0,99}");

    /** Names that the operator log gives to others. */
    private static final Set<String> TAKEN = Set.of(AdminLogin.NAME, "jmx", "unverified");

    private Users() {}

    /** Whether a login from elsewhere may be called so. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches() && !isTaken(name);
    }

    private static boolean isTaken(String name) {
        return TAKEN.contains(name.toLowerCase(Locale.ROOT));
    }

    static List<UserDetails> all(AdminLogin admin, List<UserEntry> entries) {
        List<UserDetails> users = new ArrayList<>();
        users.add(User.withUsername(AdminLogin.NAME)
                .password(admin.passwordHash())
                .roles(Role.ADMIN.name())
                .build());
        Set<String> names = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            UserDetails user = user("landfall.users[" + i + "]", entries.get(i));
            if (!names.add(user.getUsername().toLowerCase(Locale.ROOT))) {
                throw new LoginRefused("landfall.users[" + i + "].name", "is there twice; case does not count");
            }
            users.add(user);
        }
        return users;
    }

    private static UserDetails user(String key, UserEntry entry) {
        String name = entry.name();
        String hash = entry.password();
        if (name == null || !NAME.matcher(name).matches()) {
            throw new LoginRefused(
                    key + ".name",
                    "must be 1 to 100 letters, digits or any of . _ @ + - and space, a letter or digit first");
        }
        if (isTaken(name)) {
            throw new LoginRefused(
                    key + ".name",
                    "must not be one of " + TAKEN.stream().sorted().toList());
        }
        if (hash == null || !PasswordHashes.isHash(hash)) {
            throw new LoginRefused(
                    key + ".password",
                    "must be a hash, not the password itself, with its algorithm before it: " + PasswordHashes.KNOWN);
        }
        if (entry.roles().isEmpty()) {
            throw new LoginRefused(key + ".roles", "must be some of viewer, operator, admin");
        }
        return User.withUsername(name)
                .password(hash)
                .roles(entry.roles().stream().map(Role::name).toArray(String[]::new))
                .build();
    }
}
