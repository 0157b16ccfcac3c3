package io.landfall.event;

/** A record of the topic of model calls once read: a call, or what is wrong with it. */
public sealed interface CallDelivery {
    /** A well-formed call. {@code hash}: SHA-256 of the record's value. */
    record Told(SourceRecord source, ModelCall call, byte[] hash) implements CallDelivery {}

    /** A record that can never be taken as it is. */
    record Unreadable(Delivery.Malformed letter) implements CallDelivery {}
}
