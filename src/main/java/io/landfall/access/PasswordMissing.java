package io.landfall.access;

import org.jspecify.annotations.Nullable;

/** An address that others can reach, and no password set. */
final class PasswordMissing extends RuntimeException {
    PasswordMissing(String key, @Nullable String address) {
        super(key + " is " + (address == null || address.isBlank() ? "not set (all interfaces)" : address)
                + ", which other machines can reach, and no password is set for the user admin");
    }
}
