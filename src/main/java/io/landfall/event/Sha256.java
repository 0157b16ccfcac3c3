package io.landfall.event;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. */
public final class Sha256 {
    private static final byte[] NOTHING = {};

    private Sha256() {}

    static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks SHA-256", e);
        }
    }

    /** Of a record's value; one without has that of no bytes. */
    static byte[] ofValue(SourceRecord record) {
        byte[] value = record.value();
        return of(value == null ? NOTHING : value);
    }

    /** Of these bytes, in small letters. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }
}
