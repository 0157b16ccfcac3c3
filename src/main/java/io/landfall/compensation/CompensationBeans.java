package io.landfall.compensation;

import java.util.concurrent.ThreadLocalRandom;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Availability;
import io.landfall.failure.IndexFailures;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.OperatorActions;
import io.landfall.view.Backoff;

/** Puts compensation together. */
@Configuration(proxyBeanMethods = false)
class CompensationBeans {
    /** A ledger that answers no sooner is away, for a run and for people. */
    private static final int STATEMENT_SECONDS = 15;

    /** The parts that others share, with one idea of the ledger. */
    record Parts(JdbcTemplate jdbc, RunStore runs, ControlStore controls, Backlog backlog) {}

    @Bean
    Parts compensationParts(
            JdbcTemplate ledger, LedgerConfiguration configuration, CompensationConfiguration compensation) {
        JdbcTemplate jdbc = new JdbcTemplate(java.util.Objects.requireNonNull(ledger.getDataSource()));
        jdbc.setQueryTimeout(STATEMENT_SECONDS);
        return new Parts(
                jdbc,
                new RunStore(jdbc, configuration.node(), compensation.lease()),
                new ControlStore(jdbc),
                new Backlog(jdbc, backoff(compensation)));
    }

    private static Backoff backoff(CompensationConfiguration compensation) {
        return new Backoff(compensation.firstBackoff(), compensation.longestBackoff());
    }

    @Bean
    Compensation compensation(Parts parts, CompensationConfiguration configuration, Alarms alarms) {
        return new Compensation(
                parts.runs(),
                parts.controls(),
                parts.backlog(),
                new ExhaustedAlarms(parts.jdbc(), alarms),
                configuration.settings(),
                alarms);
    }

    @Bean
    Steering steering(
            Parts parts,
            Compensation compensation,
            CompensationConfiguration configuration,
            LedgerTransactions transactions,
            ObjectProvider<Runner> runner) {
        return new Steering(
                new OperatorActions(parts.jdbc()),
                transactions.named("steer-compensation"),
                parts.runs(),
                parts.controls(),
                parts.backlog(),
                compensation,
                configuration.settings(),
                runner::getObject);
    }

    @Bean
    Claims claims(LedgerConfiguration ledger, CompensationConfiguration configuration, Availability availability) {
        return new Claims(ledger.node(), configuration.lease(), availability);
    }

    @Bean
    Settlements settlements(CompensationConfiguration configuration) {
        return new Settlements(
                backoff(configuration), () -> ThreadLocalRandom.current().nextDouble());
    }

    @Bean
    Drains drains(Parts parts, IndexFailures failures) {
        return new Drains(parts.jdbc(), failures);
    }
}
