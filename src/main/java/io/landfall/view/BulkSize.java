package io.landfall.view;

import java.time.Clock;

/** How large a bulk may be now, for all jobs: lowered by what the view refuses, raised again by what it takes. */
public final class BulkSize {
    private final DocumentCeiling documents;
    private final ByteCeiling bytes;

    public BulkSize(ViewConfiguration configuration, Clock clock) {
        this.documents = new DocumentCeiling(configuration.bulkDocuments());
        this.bytes = new ByteCeiling(configuration.bulkBytes().toBytes(), clock);
    }

    /** Most documents in a bulk. */
    public int documents() {
        return documents.documents();
    }

    /** Most bytes of documents in a bulk of several. */
    public long bytes() {
        return bytes.bytes();
    }

    void throttled() {
        documents.throttled();
    }

    void tooLarge(long size) {
        bytes.tooLarge(size);
    }

    void took(int count) {
        documents.took(count);
        bytes.took();
    }
}
