package io.landfall.failure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.landfall.ledger.Printable;

/** Turns failures into the named parameters, one array a column, of {@code sql/record-failures.sql}. */
public final class FailureRecords {
    private final String node;

    /** Records made on behalf of this node. */
    public FailureRecords(String node) {
        this.node = node;
    }

    public Map<String, Object> parameters(List<Failure> failures) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("taskIds", texts(failures, Failure::taskId));
        parameters.put("indices", texts(failures, Failure::index));
        parameters.put("operations", texts(failures, Failure::operation));
        parameters.put("versions", failures.stream().mapToLong(Failure::version).toArray());
        parameters.put("statuses", texts(failures, failure -> failure.permanent() ? "PERMANENT" : "PENDING"));
        parameters.put("causes", texts(failures, Failure::cause));
        parameters.put("reasons", texts(failures, failure -> Printable.of(failure.reason())));
        parameters.put("fields", texts(failures, failure -> {
            String field = failure.field();
            return field == null ? null : Printable.of(field);
        }));
        parameters.put("triggers", texts(failures, Failure::trigger));
        parameters.put(
                "fragments",
                texts(failures, failure -> Printable.of(failure.fragment().text())));
        boolean[] truncated = new boolean[failures.size()];
        for (int i = 0; i < truncated.length; i++) {
            truncated[i] = failures.get(i).fragment().truncated();
        }
        parameters.put("truncated", truncated);
        parameters.put(
                "httpStatuses", failures.stream().mapToInt(Failure::httpStatus).toArray());
        parameters.put(
                "durations",
                failures.stream()
                        .mapToInt(failure ->
                                (int) Math.min(Integer.MAX_VALUE, failure.took().toMillis()))
                        .toArray());
        parameters.put("node", node);
        return parameters;
    }

    private static Object texts(List<Failure> failures, Function<Failure, @Nullable String> column) {
        return failures.stream().map(column).toArray(String[]::new);
    }
}
