package io.landfall.event;

import java.util.List;

/**
 * Reads records of the topic of model calls, as strictly as {@link EventReader} reads events: what can't be read is a value
 * too. Keeps nothing: one reader serves all threads.
 */
public final class CallReader {
    private static final byte[] NOTHING = {};

    /** The record as a call, or what is wrong with it. The result is a slice of the record's value. */
    public CallDelivery read(SourceRecord record) {
        byte[] value = record.value();
        byte[] hash = Sha256.of(value == null ? NOTHING : value);
        if (value == null) {
            Fault none = new Fault(MalformedReason.TOMBSTONE, "no value; the end of a call can't be taken back");
            return new CallDelivery.Unreadable(EventReader.malformed(record, List.of(none), null, hash));
        }
        JsonRecord json = new JsonRecord(value, CallForm.SHAPE);
        Fields fields = new Fields(json.fields());
        Fault fault = json.fault();
        ModelCall call = fault == null ? new CallForm(fields).call() : null;
        if (call != null) {
            return new CallDelivery.Told(record, call, hash);
        }
        List<Fault> faults = fault == null ? fields.faults() : List.of(fault);
        return new CallDelivery.Unreadable(
                EventReader.malformed(record, faults, EventReader.taskIdIn(json.fields()), hash));
    }
}
