package io.landfall.view;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Attribute;
import io.landfall.state.Field;
import io.landfall.state.Json;
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

    /** The whole document as UTF-8 JSON. */
    public byte[] compose(Task task) {
        return compose(task, List.of());
    }

    /**
     * The document without some fields, which it names under {@code landfall.incomplete}: the first hundred, then "…". Long
     * names are cut.
     */
    public byte[] compose(Task task, Collection<String> without) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(roughSize(task));
        out.write('{');
        writeFields(task, without, out);
        writeOwn(task, without, out);
        out.write('}');
        return out.toByteArray();
    }

    /** The members of the living fields, each followed by a comma. */
    void writeFields(Task task, Collection<String> without, ByteArrayOutputStream out) {
        for (Map.Entry<String, Field> entry : task.fields().entrySet()) {
            Json value = entry.getValue().value();
            if (value != null && !without.contains(entry.getKey())) {
                Json.writeQuoted(entry.getKey(), out);
                out.write(':');
                value.writeTo(out);
                out.write(',');
            }
        }
    }

    /** The member {@code landfall}. */
    void writeOwn(Task task, Collection<String> without, ByteArrayOutputStream out) {
        write(OPEN_OWN, out);
        write(ascii(task.state().name()), out);
        write(ATTEMPT, out);
        write(ascii(Integer.toString(task.attempt())), out);
        write(VERSION, out);
        write(ascii(Long.toString(task.version())), out);
        writeStages(task.stages(), out);
        write(STATE_SINCE, out);
        write(ascii(task.stateSince().toString()), out);
        write(UPDATED_AT, out);
        write(ascii(task.updatedAt().toString()), out);
        out.write('"');
        writeText(TASK_TYPE, task.attribute(Attribute.TASK_TYPE), out);
        writeText(MODEL, task.attribute(Attribute.MODEL), out);
        Field error = task.error();
        if (error != null && error.value() != null) {
            write(ERROR, out);
            error.value().writeTo(out);
        }
        if (!without.isEmpty()) {
            write(INCOMPLETE, out);
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

    private static void writeStages(Map<String, Long> stages, ByteArrayOutputStream out) {
        if (stages.isEmpty()) {
            return;
        }
        write(STAGES, out);
        writeList(inOrder(stages), out);
    }

    /** After its opening bracket. */
    private static void writeList(Iterable<String> texts, ByteArrayOutputStream out) {
        boolean first = true;
        for (String text : texts) {
            if (!first) {
                out.write(',');
            }
            first = false;
            Json.writeQuoted(text, out);
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

    private static void writeText(byte[] member, @Nullable String value, ByteArrayOutputStream out) {
        if (value != null) {
            write(member, out);
            Json.writeQuoted(value, out);
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

    private static void write(byte[] bytes, ByteArrayOutputStream out) {
        out.write(bytes, 0, bytes.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
