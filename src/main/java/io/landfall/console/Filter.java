package io.landfall.console;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Conditions of a query that a caller asked for, with their parameters in order. */
final class Filter {
    private final StringBuilder conditions = new StringBuilder("true");
    private final List<Object> parameters = new ArrayList<>();

    /** Adds a condition with one {@code ?}, unless nobody asked for it. */
    Filter with(String condition, @Nullable Object parameter) {
        if (parameter != null) {
            conditions.append(" and ").append(condition);
            parameters.add(parameter);
        }
        return this;
    }

    /** Adds a condition with two {@code ?}. */
    Filter with(String condition, Object first, Object second) {
        conditions.append(" and ").append(condition);
        parameters.add(first);
        parameters.add(second);
        return this;
    }

    /** Adds a condition without a parameter. */
    Filter when(boolean wanted, String condition) {
        if (wanted) {
            conditions.append(" and ").append(condition);
        }
        return this;
    }

    String conditions() {
        return conditions.toString();
    }

    List<Object> parameters() {
        return parameters;
    }
}
