package io.landfall.corridor;

/** The headers of an outbox row are not what was written there: that row can't be sent. */
final class UndecodableHeaders extends RuntimeException {
    UndecodableHeaders(Throwable cause) {
        super("its headers can't be read", cause);
    }
}
