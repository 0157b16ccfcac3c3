package io.landfall.ops;

import java.time.Duration;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import io.landfall.outbox.OutboxConfiguration;
import io.landfall.stack.SharedStack;
import io.landfall.view.KeptAlarms;

import static org.assertj.core.api.Assertions.assertThat;

class OutboxGaugesIT {
    private static final String SCHEMA = "outbox_gauges_it";

    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private final KeptAlarms alarms = new KeptAlarms();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private JdbcTemplate ledger;
    private OutboxGauges gauges;

    @BeforeEach
    void empty_table() {
        source.setUrl(SharedStack.get().jdbcUrl());
        source.setCurrentSchema(SCHEMA);
        Flyway.configure()
                .dataSource(source)
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .load()
                .migrate();
        ledger = new JdbcTemplate(source);
        ledger.update("truncate outbox");
        gauges = new OutboxGauges(source, alarms, new OutboxConfiguration(List.of(), Duration.ofMinutes(2)), meters);
    }

    @Test
    void a_message_that_waits_too_long_is_told_once_till_it_is_gone() {
        ledger.update("insert into outbox (topic, created_at) values ('t', now() - interval '90 seconds')");
        gauges.sample();
        assertThat(age()).isBetween(89.0, 110.0);
        assertThat(alarms.open()).isEmpty();
        ledger.update("update outbox set created_at = now() - interval '130 seconds'");
        gauges.sample();
        assertThat(alarms.open()).containsOnlyKeys("outbox-lags");
        ledger.update("update outbox set status = 'BLOCKED'");
        gauges.sample();
        assertThat(age()).isZero();
        assertThat(alarms.open()).isEmpty();
    }

    @Test
    void what_an_earlier_process_told_ends_with_the_first_look() {
        alarms.raise("outbox-lags", io.landfall.alarm.Severity.P2, "before");
        gauges.sample();
        assertThat(alarms.open()).isEmpty();
    }

    private double age() {
        return meters.get("landfall.outbox.oldest.age").gauge().value();
    }
}
