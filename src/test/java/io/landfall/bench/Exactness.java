package io.landfall.bench;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How right the documents of an index are, after all was written.
 *
 * @param exact every field of every patch right, and the state final
 * @param wrongState there, but in another state than {@code ANALYZED}
 * @param wrongFields in the right state, but with a field missing or wrong
 */
record Exactness(int exact, int wrongState, int wrongFields, int missing) {
    private static final int PAGE = 1_000;

    /** Reads and compares the documents of all tasks. */
    static Exactness of(Elastic elastic, String index, Variant variant, int tasks) throws IOException {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (int first = 0; first < tasks; first += PAGE) {
            List<String> ids = IntStream.range(first, Math.min(tasks, first + PAGE))
                    .mapToObj(BacklogTask::id)
                    .toList();
            int number = first;
            for (JsonNode hit : elastic.get(index, ids)) {
                counts.merge(verdict(hit.path("_source"), variant.task(number++)), 1, Integer::sum);
            }
        }
        return new Exactness(
                counts.getOrDefault(Verdict.EXACT, 0),
                counts.getOrDefault(Verdict.WRONG_STATE, 0),
                counts.getOrDefault(Verdict.WRONG_FIELDS, 0),
                counts.getOrDefault(Verdict.MISSING, 0));
    }

    private static Verdict verdict(JsonNode document, BacklogTask task) {
        if (document.isMissingNode()) {
            return Verdict.MISSING;
        }
        if (!document.at("/landfall/state").asText().equals("ANALYZED")) {
            return Verdict.WRONG_STATE;
        }
        ObjectNode expected = task.fields();
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            if (!field.getValue().equals(document.get(field.getKey()))) {
                return Verdict.WRONG_FIELDS;
            }
        }
        return document.size() == expected.size() + 1 ? Verdict.EXACT : Verdict.WRONG_FIELDS;
    }

    private enum Verdict {
        EXACT,
        WRONG_STATE,
        WRONG_FIELDS,
        MISSING
    }
}
