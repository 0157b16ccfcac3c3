package io.landfall.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Task;

/**
 * In what a task's row differs from the fold of its log. The row's version may be higher than the fold's: it is lifted
 * above a document's without an event.
 */
final class RowDifference {
    private static final int NAMED_AT_MOST = 10;

    private final List<String> differences = new ArrayList<>();

    private RowDifference(Task row, Task fold) {
        compare("index", row.index(), fold.index());
        compare("state", row.state(), fold.state());
        compare("attempt", row.attempt(), fold.attempt());
        compare("highest seq", row.highestSeq(), fold.highestSeq());
        compare("created", row.createdAt(), fold.createdAt());
        compare("state since", row.stateSince(), fold.stateSince());
        compare("deleted", row.deletedAt(), fold.deletedAt());
        if (row.version() < fold.version()) {
            differences.add("version " + row.version() + ", in the log already " + fold.version());
        } else if (row.version() == fold.version()) {
            compare("updated", row.updatedAt(), fold.updatedAt());
        }
        // values stay out of it: they may be anybody's words
        compareParts("fields", row.fields(), fold.fields());
        compareParts("attributes", row.tags(), fold.tags());
        compareParts("stages", row.stages(), fold.stages());
        if (!Objects.equals(row.error(), fold.error())) {
            differences.add("error");
        }
    }

    /** Empty: none. One line without payloads. */
    static String between(Task row, Task fold) {
        return String.join("; ", new RowDifference(row, fold).differences);
    }

    private void compare(String what, @Nullable Object row, @Nullable Object fold) {
        if (!Objects.equals(row, fold)) {
            differences.add(what + " " + row + ", by the log " + fold);
        }
    }

    private <K> void compareParts(String what, Map<K, ?> row, Map<K, ?> fold) {
        TreeSet<String> names = new TreeSet<>();
        row.forEach((name, value) -> {
            if (!value.equals(fold.get(name))) {
                names.add(name.toString());
            }
        });
        fold.keySet().stream().filter(name -> !row.containsKey(name)).forEach(name -> names.add(name.toString()));
        if (!names.isEmpty()) {
            List<String> first = names.stream().limit(NAMED_AT_MOST).toList();
            differences.add(what + " " + String.join(", ", first) + (names.size() > NAMED_AT_MOST ? ", ..." : ""));
        }
    }
}
