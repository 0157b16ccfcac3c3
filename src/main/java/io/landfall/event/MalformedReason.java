package io.landfall.event;

/** Why a record can't be read as an event: the words in dead letters and metrics. Fixed by hand; never renamed. */
public enum MalformedReason {
    /** A null value, and tombstones are not taken as deletions. */
    TOMBSTONE("tombstone"),
    /** Bytes that are no UTF-8: overlong forms and surrogates count as such. */
    NOT_UTF_8("not-utf-8"),
    NOT_JSON("not-json"),
    /** JSON, but an array, a text, a number, a boolean or null. */
    NOT_AN_OBJECT("not-an-object"),
    /** Something follows the object. */
    TRAILING_BYTES("trailing-bytes"),
    /** A key occurs twice in one object, at any depth. */
    DUPLICATE_KEY("duplicate-key"),
    /** Objects and arrays nested over 200 deep. */
    TOO_DEEP("too-deep"),
    /** A number or a key longer than any index would take. */
    TOO_LONG("too-long"),
    /** The parser itself failed: a defect, seen and kept, that must not stop the partition. */
    UNREADABLE("unreadable"),
    /** A required field is absent or null. */
    MISSING_FIELD("missing-field"),
    BAD_EVENT_ID("bad-event-id"),
    BAD_TASK_ID("bad-task-id"),
    UNKNOWN_TYPE("unknown-type"),
    /** Another known field is of the wrong kind, size or form. */
    BAD_FIELD("bad-field"),
    INDEX_NOT_ALLOWED("index-not-allowed"),
    /** A patch names fields that are not the producer's to write, or that no document can have. */
    FORBIDDEN_FIELD("forbidden-field"),
    /** Older than the ledger's memory of event ids. */
    TOO_OLD("too-old");

    private final String word;

    MalformedReason(String word) {
        this.word = word;
    }

    /** The reason in kebab case. */
    public String word() {
        return word;
    }
}
