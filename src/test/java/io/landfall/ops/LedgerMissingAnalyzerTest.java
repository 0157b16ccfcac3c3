package io.landfall.ops;

import java.sql.SQLException;

import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;

class LedgerMissingAnalyzerTest {
    private final LedgerMissingAnalyzer analyzer = new LedgerMissingAnalyzer();

    @Test
    void a_ledger_that_is_not_there_is_told_with_what_to_set() {
        SQLException refused = new SQLException("Connection to 127.0.0.1:5432 refused.", "08001");
        FailureAnalysis analysis = analyzer.analyze(new FlywayException(
                "Unable to obtain connection", new SQLException("the pool gave none", "08001", refused)));

        assertThat(analysis.getDescription()).contains("Connection to 127.0.0.1:5432 refused.");
        assertThat(analysis.getAction()).contains("spring.datasource.url");
    }

    @Test
    void a_migration_that_failed_is_another_matter() {
        FlywayException failed = new FlywayException("Migration failed", new SQLException("syntax error", "42601"));

        assertThat(analyzer.analyze(failed)).isNull();
    }
}
