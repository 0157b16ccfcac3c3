package io.landfall.event;

import org.jspecify.annotations.Nullable;

/** A record once read: an event, or what is wrong with it. */
public sealed interface Delivery {
    SourceRecord source();

    /** The task it speaks of; null: that much could not be read. */
    @Nullable
    String taskId();

    /** A well-formed event. */
    record WellFormed(SourceRecord source, TaskEvent event) implements Delivery {
        /** SHA-256 of the record's value, made anew by each call: few events need it. */
        public byte[] hash() {
            return Sha256.ofValue(source);
        }

        @Override
        public String taskId() {
            return event.taskId();
        }
    }

    /**
     * A record that can never be applied as it is.
     *
     * @param reason a short fixed word, such as {@code not-json}, {@code duplicate-key}, {@code too-old}
     * @param detail one sentence for people, without payload
     * @param taskId the task it spoke of, when that much could be read
     */
    record Malformed(SourceRecord source, String reason, String detail, @Nullable String taskId, byte[] hash)
            implements Delivery {}
}
