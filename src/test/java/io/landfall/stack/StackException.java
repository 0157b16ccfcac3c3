package io.landfall.stack;

/** The local stack can't do what was asked; the message says what to look at. */
public final class StackException extends RuntimeException {
    StackException(String message) {
        super(message);
    }

    StackException(String message, Throwable cause) {
        super(message, cause);
    }
}
