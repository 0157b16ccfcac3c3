package io.landfall.access;

/** A login is configured that can't be one. The message names the key, never the value. */
final class LoginRefused extends RuntimeException {
    LoginRefused(String key, String what) {
        super(key + " " + what);
    }
}
