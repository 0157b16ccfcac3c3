package io.landfall.access;

import java.security.SecureRandom;
import java.util.List;

import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.crypto.password.PasswordEncoder;

import io.landfall.access.AdminLogin.Origin;

/** Finds the login of the built-in user: as configured, else the one kept in the ledger, else a new one for all nodes. */
final class AdminLogins {
    /** Letters and digits that can't be taken for each other. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    /** 20 of 56 letters: 116 bits. */
    private static final int LENGTH = 20;

    private final AccessConfiguration access;
    private final JdbcOperations ledger;
    private final PasswordEncoder encoder;

    AdminLogins(AccessConfiguration access, JdbcOperations ledger, PasswordEncoder encoder) {
        this.access = access;
        this.ledger = ledger;
        this.encoder = encoder;
    }

    AdminLogin find() {
        String configured = access.adminPassword();
        if (configured != null && !configured.isBlank()) {
            return new AdminLogin(encoder.encode(configured), Origin.CONFIGURED, null);
        }
        List<String> known = hashes();
        return known.isEmpty() ? generate() : new AdminLogin(known.get(0), Origin.GENERATED_BEFORE, null);
    }

    private AdminLogin generate() {
        String password = randomPassword();
        String hash = encoder.encode(password);
        int kept = ledger.update(
                "insert into admin_login (name, password_hash) values (?, ?) on conflict do nothing",
                AdminLogin.NAME,
                hash);
        // another node was faster: its password is the one
        return kept == 1
                ? new AdminLogin(hash, Origin.GENERATED_NOW, password)
                : new AdminLogin(hashes().get(0), Origin.GENERATED_BEFORE, null);
    }

    private List<String> hashes() {
        return ledger.queryForList(
                "select password_hash from admin_login where name = ?", String.class, AdminLogin.NAME);
    }

    private static String randomPassword() {
        SecureRandom random = new SecureRandom();
        return random.ints(LENGTH, 0, ALPHABET.length())
                .mapToObj(i -> ALPHABET.substring(i, i + 1))
                .collect(java.util.stream.Collectors.joining());
    }
}
