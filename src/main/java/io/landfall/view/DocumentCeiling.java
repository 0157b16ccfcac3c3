package io.landfall.view;

/**
 * How many documents one bulk may carry: half as many after each that the view throttled, a tenth more after each full one
 * that it took.
 */
final class DocumentCeiling {
    /** Smaller bulks only cost more requests. */
    static final int LEAST = 50;

    private final int most;
    private int documents;

    DocumentCeiling(int most) {
        this.most = most;
        this.documents = most;
    }

    synchronized int documents() {
        return documents;
    }

    /** The view had too much to do. */
    synchronized void throttled() {
        documents = Math.max(documents / 2, Math.min(LEAST, most));
    }

    /** It took a bulk of that many without a complaint. */
    synchronized void took(int count) {
        if (count >= documents) {
            documents = Math.min(most, documents + Math.max(1, documents / 10));
        }
    }
}
