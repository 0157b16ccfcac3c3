package io.landfall.rebuild;

/** What a rebuild goes through, in this order. */
enum Phase {
    /** The new index is made. */
    PREPARE,
    /** Every task is written to it, and so is what lands meanwhile. */
    SCAN,
    /** What changed since the start is compared, till the new index lacks nothing that is not explained. */
    COMPARE,
    /** The alias moves. */
    SWAP,
    /** What changed since the last comparison is compared once more, through the alias. */
    CHECK
}
