package io.landfall.inspection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** Suspects that one verifier is asked about at once. */
record Group(String verifier, List<Seen> seen) {
    static final int MOST = 200;

    List<Suspect> suspects() {
        return seen.stream().map(Seen::suspect).toList();
    }

    List<String> taskIds() {
        return seen.stream().map(one -> one.suspect().taskId()).toList();
    }

    /** All of these, by verifier, at most 200 a group. */
    static List<Group> of(List<Seen> all, Function<@Nullable String, String> verifierOf) {
        Map<String, List<Seen>> byVerifier = new LinkedHashMap<>();
        for (Seen one : all) {
            byVerifier
                    .computeIfAbsent(verifierOf.apply(one.suspect().platform()), unused -> new ArrayList<>())
                    .add(one);
        }
        List<Group> groups = new ArrayList<>();
        byVerifier.forEach((verifier, seen) -> {
            for (int from = 0; from < seen.size(); from += MOST) {
                groups.add(new Group(verifier, List.copyOf(seen.subList(from, Math.min(from + MOST, seen.size())))));
            }
        });
        return groups;
    }
}
