package io.landfall.access;

import java.util.Map;
import java.util.regex.Pattern;

import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;

/** The ways to hash a password that we read: each slow on purpose, with its name in braces before the hash. */
final class PasswordHashes {
    private static final Pattern HASH = Pattern.compile("\\{bcrypt}\\$2[aby]?\\$\\d\\d\\$[./0-9A-Za-z]{53}"
            + "|\\{argon2}\\$argon2(?:id|i|d)\\$v=\\d+\\$m=\\d+,t=\\d+,p=\\d+\\$[A-Za-z0-9+/]+\\$[A-Za-z0-9+/]+"
            + "|\\{pbkdf2}[0-9a-f]{96}");

    /** What a message may call them. */
    static final String KNOWN = "{bcrypt}, {argon2} or {pbkdf2}";

    private PasswordHashes() {}

    static boolean isHash(String text) {
        return HASH.matcher(text).matches();
    }

    /** Makes bcrypt; reads all. Those without a name are the ledger's older ones, bcrypt too. */
    static PasswordEncoder encoder() {
        PasswordEncoder bcrypt = new BCryptPasswordEncoder();
        DelegatingPasswordEncoder all = new DelegatingPasswordEncoder(
                "bcrypt",
                Map.of(
                        "bcrypt",
                        bcrypt,
                        "argon2",
                        Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8(),
                        "pbkdf2",
                        Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8()));
        all.setDefaultPasswordEncoderForMatches(bcrypt);
        return all;
    }
}
