package io.landfall.view;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of documents one bulk may carry; a view that finds a bulk too large lowers it for all that come later. */
final class ByteCeiling {
    /** Below this a refusal is about a single document, not about the bulk. */
    static final long LEAST = 64 * 1024;

    private final AtomicLong bytes;

    ByteCeiling(long bytes) {
        this.bytes = new AtomicLong(bytes);
    }

    long bytes() {
        return bytes.get();
    }

    /** A bulk of that many bytes was too large. */
    void tooLarge(long refused) {
        bytes.accumulateAndGet(Math.max(refused / 2, LEAST), Math::min);
    }
}
