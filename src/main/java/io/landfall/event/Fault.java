package io.landfall.event;

/**
 * One thing that is wrong with a record.
 *
 * @param detail for people, without payload; names of fields are quoted by {@link Text#quoted}
 */
record Fault(MalformedReason reason, String detail) {}
