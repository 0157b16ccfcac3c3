package io.landfall.ops;

import java.sql.SQLException;

import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A ledger that could not be reached or did not let us in, when its tables were to be made. */
final class LedgerMissingAnalyzer extends AbstractFailureAnalyzer<FlywayException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, FlywayException cause) {
        SQLException told = innermost(cause);
        if (told == null || !isAboutTheConnection(String.valueOf(told.getSQLState()))) {
            return null;
        }
        return new FailureAnalysis(
                "Landfall was not started: its ledger, PostgreSQL, can't be used. " + told.getMessage(),
                "Start PostgreSQL, or say where it is and how to log in: spring.datasource.url (such as"
                        + " jdbc:postgresql://127.0.0.1:5432/landfall), spring.datasource.username and"
                        + " spring.datasource.password.",
                cause);
    }

    private static @Nullable SQLException innermost(Throwable thrown) {
        SQLException found = null;
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof SQLException e) {
                found = e;
            }
        }
        return found;
    }

    /** SQLSTATE classes: 08 no connection, 28 no login, 3D no such database. */
    private static boolean isAboutTheConnection(String sqlState) {
        return sqlState.startsWith("08") || sqlState.startsWith("28") || sqlState.startsWith("3D");
    }
}
