package io.landfall.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Remembers the last password that matched each hash, as a keyed digest that dies with the process: without a session every
 * request brings the password, and bcrypt each time would cost a slow machine a tenth of a second a request.
 */
final class RememberingEncoder implements PasswordEncoder {
    private final PasswordEncoder slow;
    private final Map<String, byte[]> proven = new ConcurrentHashMap<>();
    private final SecretKeySpec key;

    RememberingEncoder(PasswordEncoder slow) {
        this.slow = slow;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, "HmacSHA256");
    }

    @Override
    public String encode(CharSequence password) {
        return slow.encode(password);
    }

    @Override
    public boolean matches(CharSequence password, String hash) {
        byte[] digest = digest(password);
        if (MessageDigest.isEqual(proven.get(hash), digest)) {
            return true;
        }
        boolean matches = slow.matches(password, hash);
        if (matches) {
            proven.put(hash, digest);
        }
        return matches;
    }

    private byte[] digest(CharSequence password) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(password.toString().getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
