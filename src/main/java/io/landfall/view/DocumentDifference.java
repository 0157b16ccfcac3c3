package io.landfall.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.state.Task;

/** In what a document differs from what its task makes of it. Nearly always it does not, to the byte. */
final class DocumentDifference {
    private static final int NAMED_AT_MOST = 10;

    /** Stands for those that {@code landfall.incomplete} had no room for. */
    private static final String AND_MORE = "...";

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final DocumentComposer composer;

    DocumentDifference(DocumentComposer composer) {
        this.composer = composer;
    }

    /**
     * What was found.
     *
     * @param what empty: nothing differs; one line that names fields, without their values
     * @param incomplete whether the document says that fields of it were left out
     */
    record Found(String what, boolean incomplete) {}

    /**
     * Compares.
     *
     * @param shared others own other fields of it, which are not looked at
     */
    Found of(byte[] source, Task task, boolean shared) {
        byte[] whole = composer.compose(task);
        if (Arrays.equals(source, whole)) {
            return new Found("", false);
        }
        try {
            return compare((ObjectNode) JSON.readTree(source), (ObjectNode) JSON.readTree(whole), task, shared);
        } catch (IOException | ClassCastException e) {
            return new Found("it can't be read as a JSON object", false);
        }
    }

    private static Found compare(ObjectNode found, ObjectNode wanted, Task task, boolean shared) {
        Set<String> leftOut = new LinkedHashSet<>();
        found.path(DocumentComposer.OWN).path("incomplete").forEach(name -> leftOut.add(name.asText()));
        boolean incomplete = !leftOut.isEmpty();
        JsonNode ownFound = found.remove(DocumentComposer.OWN);
        JsonNode ownWanted = wanted.remove(DocumentComposer.OWN);
        List<String> differences = new ArrayList<>();
        name("missing", missing(found, wanted, leftOut), differences);
        name("other", others(found, wanted, leftOut), differences);
        name("surplus", surplus(found, wanted, task, shared), differences);
        if (ownFound instanceof ObjectNode own) {
            own.remove("incomplete");
        }
        if (!ownWanted.equals(ownFound)) {
            differences.add("the object landfall");
        }
        return new Found(String.join("; ", differences), incomplete);
    }

    private static Set<String> missing(ObjectNode found, ObjectNode wanted, Set<String> leftOut) {
        Set<String> names = new TreeSet<>();
        for (Iterator<String> each = wanted.fieldNames(); each.hasNext(); ) {
            String name = each.next();
            if (!found.has(name) && !leftOut.contains(name) && !leftOut.contains(AND_MORE)) {
                names.add(name);
            }
        }
        return names;
    }

    private static Set<String> others(ObjectNode found, ObjectNode wanted, Set<String> leftOut) {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            JsonNode there = found.get(field.getKey());
            // a field that is said to be left out and is there was written by somebody else
            if (there != null && (!there.equals(field.getValue()) || leftOut.contains(field.getKey()))) {
                names.add(field.getKey());
            }
        }
        return names;
    }

    private static Set<String> surplus(ObjectNode found, ObjectNode wanted, Task task, boolean shared) {
        Set<String> names = new TreeSet<>();
        for (Iterator<String> each = found.fieldNames(); each.hasNext(); ) {
            String name = each.next();
            if (!wanted.has(name) && (!shared || task.fields().containsKey(name))) {
                names.add(name);
            }
        }
        return names;
    }

    private static void name(String what, Set<String> names, List<String> differences) {
        if (!names.isEmpty()) {
            List<String> first = names.stream().limit(NAMED_AT_MOST).toList();
            differences.add(
                    what + " fields " + String.join(", ", first) + (names.size() > NAMED_AT_MOST ? ", ..." : ""));
        }
    }
}
