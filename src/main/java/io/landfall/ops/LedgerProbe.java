package io.landfall.ops;

import java.time.Clock;
import java.util.Map;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Component;

/** Asks the ledger for its clock. */
@org.springframework.stereotype.Component
final class LedgerProbe extends Probe {
    private final JdbcTemplate ledger;

    LedgerProbe(DataSource ledger, Clock clock) {
        super(Component.LEDGER, clock);
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout((int) PATIENCE.toSeconds());
    }

    @Override
    Map<String, Object> ask() {
        ledger.queryForObject("select now()", Object.class);
        return Map.of();
    }
}
