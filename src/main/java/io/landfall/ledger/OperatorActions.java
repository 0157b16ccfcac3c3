package io.landfall.ledger;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;

/** The table {@code operator_action}: who changed what, written in the transaction that changes it. Never purged. */
public final class OperatorActions {
    private static final String KEEP =
            "insert into operator_action (operator, action, filter, detail, affected) values (?, ?, ?, ?, ?)";

    private final JdbcTemplate jdbc;

    public OperatorActions(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * To be called inside the action's transaction.
     *
     * @param operator the user's name, {@code jmx}, or {@code unverified:} and a name
     * @param action such as {@code failures.retry}
     * @param filter as it was given; null: the action was for one thing, which {@code detail} names
     * @param detail in words; null: nothing to say
     */
    public void keep(String operator, String action, @Nullable JsonNode filter, @Nullable String detail, int affected) {
        jdbc.update(
                KEEP,
                Printable.of(operator),
                action,
                filter == null ? null : Printable.of(filter.toString()),
                detail == null ? null : Printable.of(detail),
                affected);
    }
}
