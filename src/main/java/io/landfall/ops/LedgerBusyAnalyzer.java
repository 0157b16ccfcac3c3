package io.landfall.ops;

import java.sql.SQLException;

import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A ledger whose tables others held each time that they were to be migrated. */
final class LedgerBusyAnalyzer extends AbstractFailureAnalyzer<FlywayException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, FlywayException cause) {
        SQLException told = LedgerMigration.lockTimeout(cause);
        return told == null
                ? null
                : new FailureAnalysis(
                        "Landfall was not started: the tables of its ledger are in use and could not be migrated, "
                                + LedgerMigration.TRIES + " times in a row. The migration was rolled back whole. "
                                + told.getMessage(),
                        "Find the transaction that stays open, end it, and start again: select pid, usename,"
                                + " application_name, xact_start, query from pg_stat_activity where xact_start < now()"
                                + " - interval '3 seconds' order by xact_start. Nodes of the version before go on"
                                + " meanwhile.",
                        cause);
    }
}
