package io.landfall;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The demo's login: generated once, kept beside the stack's data, so that commands can be copied from README.
 *
 * @param hint for the person at the terminal
 */
record DemoLogin(String password, String hint) {
    /** From the environment, or the one in {@code admin-password} of the data folder. */
    static DemoLogin keptIn(Path data) {
        String given = System.getenv("LANDFALL_ADMIN_PASSWORD");
        if (given != null && !given.isBlank()) {
            return new DemoLogin(given, "admin / as in LANDFALL_ADMIN_PASSWORD");
        }
        Path file = data.resolve("admin-password");
        try {
            if (!Files.exists(file)) {
                byte[] random = new byte[15];
                new SecureRandom().nextBytes(random);
                Files.createDirectories(data);
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file, Base64.getUrlEncoder().withoutPadding().encodeToString(random));
            }
            String password = Files.readString(file).strip();
            return new DemoLogin(password, "admin / " + password + "  (kept in " + file + ")");
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's password can't be kept in " + file, e);
        }
    }
}
