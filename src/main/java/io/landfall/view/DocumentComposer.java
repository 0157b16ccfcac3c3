package io.landfall.view;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Attribute;
import io.landfall.state.Field;
import io.landfall.state.Json;
import io.landfall.state.JsonBytes;
import io.landfall.state.Task;

/**
 * Makes a task's document: its living fields, byte for byte as their producers wrote them, then the object {@code
 * landfall}. Values are put together, never parsed.
 */
public final class DocumentComposer {
    /** The object that is Landfall's own in every document. */
    static final String OWN = "landfall";

    /** So many names of fields left out are listed, and so much of each: a document may have thousands of long ones. */
    static final int MOST_NAMES = 100;

    static final int LONGEST_NAME = 200;

    private static final int OWN_BYTES = 320;
    private static final byte[] OPEN_OWN = ascii("\"landfall\":{\"state\":\"");
    private static final byte[] ATTEMPT = ascii("\",\"attempt\":");
    private static final byte[] VERSION = ascii(",\"version\":");
    private static final byte[] STAGES = ascii(",\"stages\":[");
    private static final byte[] STATE_SINCE = ascii(",\"stateSince\":\"");
    private static final byte[] UPDATED_AT = ascii("\",\"updatedAt\":\"");
    private static final byte[] TASK_TYPE = ascii(",\"taskType\":");
    private static final byte[] MODEL = ascii(",\"model\":");
    private static final byte[] ERROR = ascii(",\"error\":");
    private static final byte[] INCOMPLETE = ascii(",\"incomplete\":[");

    private final LastInstant stateSince = new LastInstant();
    private final LastInstant updatedAt = new LastInstant();

    /** Keeps the text of one time, for the tasks of a batch share theirs, and writing it is dear. Any number of threads. */
    private static final class LastInstant {
        private volatile Written last = new Written(Instant.EPOCH);

        private record Written(Instant time, byte[] text) {
            Written(Instant time) {
                this(time, ascii(time.toString()));
            }
        }

        byte[] text(Instant time) {
            Written known = last;
            if (!known.time.equals(time)) {
                known = new Written(time);
                last = known;
            }
            return known.text;
        }
    }

    /** The whole document as UTF-8 JSON. */
    public byte[] compose(Task task) {
        return compose(task, List.of());
    }

    /**
     * The document without some fields, which it names under {@code landfall.incomplete}: the first hundred, then "…". Long
     * names are cut.
     */
    public byte[] compose(Task task, Collection<String> without) {
        JsonBytes out = new JsonBytes(roughSize(task));
        out.write('{');
        writeFields(task, without, out);
        writeOwn(task, without, out);
        out.write('}');
        return out.toByteArray();
    }

    /** The members of the living fields, each followed by a comma. */
    void writeFields(Task task, Collection<String> without, JsonBytes out) {
        for (Map.Entry<String, Field> entry : task.fields().entrySet()) {
            Json value = entry.getValue().value();
            if (value != null && !without.contains(entry.getKey())) {
                out.quoted(entry.getKey());
                out.write(':');
                value.writeTo(out);
                out.write(',');
            }
        }
    }

    /** The member {@code landfall}. */
    void writeOwn(Task task, Collection<String> without, JsonBytes out) {
        out.write(OPEN_OWN);
        out.write(task.state().name());
        out.write(ATTEMPT);
        out.write((long) task.attempt());
        out.write(VERSION);
        out.write(task.version());
        writeStages(task.stages(), out);
        out.write(STATE_SINCE);
        out.write(stateSince.text(task.stateSince()));
        out.write(UPDATED_AT);
        out.write(updatedAt.text(task.updatedAt()));
        out.write('"');
        writeText(TASK_TYPE, task.attribute(Attribute.TASK_TYPE), out);
        writeText(MODEL, task.attribute(Attribute.MODEL), out);
        Field error = task.error();
        if (error != null && error.value() != null) {
            out.write(ERROR);
            error.value().writeTo(out);
        }
        if (!without.isEmpty()) {
            out.write(INCOMPLETE);
            writeList(bounded(without), out);
        }
        out.write('}');
    }

    private static List<String> bounded(Collection<String> names) {
        List<String> bounded = new ArrayList<>();
        for (String name : names) {
            if (bounded.size() == MOST_NAMES) {
                bounded.add("…");
                break;
            }
            bounded.add(Reasons.cut(name, LONGEST_NAME));
        }
        return bounded;
    }

    private static void writeStages(Map<String, Long> stages, JsonBytes out) {
        if (stages.isEmpty()) {
            return;
        }
        out.write(STAGES);
        writeList(inOrder(stages), out);
    }

    /** After its opening bracket. */
    private static void writeList(Iterable<String> texts, JsonBytes out) {
        boolean first = true;
        for (String text : texts) {
            if (!first) {
                out.write(',');
            }
            first = false;
            out.quoted(text);
        }
        out.write(']');
    }

    /** By sequence number; those with the same one as they arrived. */
    private static Iterable<String> inOrder(Map<String, Long> stages) {
        if (stages.size() == 1) {
            return stages.keySet();
        }
        List<Map.Entry<String, Long>> entries = stages.entrySet().stream()
                .sorted(Comparator.comparingLong(Map.Entry::getValue))
                .toList();
        return entries.stream().map(Map.Entry::getKey).toList();
    }

    private static void writeText(byte[] member, @Nullable String value, JsonBytes out) {
        if (value != null) {
            out.write(member);
            out.quoted(value);
        }
    }

    static int roughSize(Task task) {
        int size = OWN_BYTES;
        for (Map.Entry<String, Field> entry : task.fields().entrySet()) {
            Json value = entry.getValue().value();
            if (value != null) {
                size += entry.getKey().length() + 4 + value.length();
            }
        }
        return size;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
