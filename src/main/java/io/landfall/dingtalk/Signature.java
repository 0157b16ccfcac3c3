package io.landfall.dingtalk;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests as DingTalk's robots want it: HMAC-SHA256 of time and secret, with the secret as the key. */
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /** The robot's address with time and signature; as it is without a secret. */
    static URI signed(String url, String secret, Instant now) {
        if (secret.isBlank()) {
            return URI.create(url);
        }
        String timestamp = Long.toString(now.toEpochMilli());
        String sign = Base64.getEncoder().encodeToString(mac(timestamp + "\n" + secret, secret));
        return URI.create(url + (url.contains("?") ? "&" : "?") + "timestamp=" + timestamp + "&sign="
                + URLEncoder.encode(sign, StandardCharsets.UTF_8));
    }

    private static byte[] mac(String text, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
