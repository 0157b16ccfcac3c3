package io.landfall.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Reads records of the events topic; what can't be read is a value too, never an exception. Keeps nothing: one reader
 * serves all threads.
 */
public final class EventReader {
    private final EventLimits limits;

    public EventReader(EventLimits limits) {
        this.limits = limits;
    }

    /**
     * The record as an event, or what is wrong with it. The event's JSON values are slices of the record's value, which
     * must not be written to afterwards.
     *
     * @param ledgerNow the ledger's clock, which alone says how old a record is
     */
    public Delivery read(SourceRecord record, Instant ledgerNow) {
        byte[] value = record.value();
        Reading reading = value == null ? readTombstone(record) : readValue(value);
        if (reading.event() == null) {
            return malformed(record, reading.faults(), reading.taskId(), Sha256.ofValue(record));
        }
        if (Duration.between(record.at(), ledgerNow).compareTo(limits.retention()) > 0) {
            Fault tooOld = new Fault(
                    MalformedReason.TOO_OLD,
                    "the record is of " + record.at() + ", and event ids are remembered for " + limits.retention());
            return malformed(record, List.of(tooOld), reading.taskId(), Sha256.ofValue(record));
        }
        return new Delivery.WellFormed(record, reading.event());
    }

    /** An event or at least one fault. */
    private record Reading(@Nullable TaskEvent event, List<Fault> faults, @Nullable String taskId) {}

    private Reading readValue(byte[] value) {
        JsonRecord json = new JsonRecord(value, EventForm.SHAPE);
        Fault fault = json.fault();
        if (fault != null) {
            return new Reading(null, List.of(fault), taskIdIn(json.fields()));
        }
        Fields fields = new Fields(json.fields());
        TaskEvent event = new EventForm(fields, limits.indices()).event();
        return new Reading(event, fields.faults(), event == null ? taskIdIn(json.fields()) : event.taskId());
    }

    private Reading readTombstone(SourceRecord record) {
        String taskId = Tombstones.taskId(record);
        if (limits.tombstone() == EventLimits.Tombstone.DEAD_LETTER) {
            Fault fault = new Fault(MalformedReason.TOMBSTONE, "no value; landfall.events.tombstone is dead-letter");
            return new Reading(null, List.of(fault), taskId);
        }
        if (taskId == null) {
            Fault fault = new Fault(MalformedReason.BAD_TASK_ID, "no value, and the key is not a task id");
            return new Reading(null, List.of(fault), null);
        }
        return new Reading(Tombstones.deletion(record, taskId), List.of(), taskId);
    }

    static @Nullable String taskIdIn(Map<String, Raw> fields) {
        return fields.get("taskId") instanceof Raw.Text id && TaskId.complaintAbout(id.text()) == null
                ? id.text()
                : null;
    }

    static Delivery.Malformed malformed(SourceRecord record, List<Fault> faults, @Nullable String taskId, byte[] hash) {
        String detail = faults.stream().map(Fault::detail).collect(Collectors.joining("; "));
        return new Delivery.Malformed(record, faults.get(0).reason().word(), detail, taskId, hash);
    }
}
