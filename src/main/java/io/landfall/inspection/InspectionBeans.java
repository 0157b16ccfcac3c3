package io.landfall.inspection;

import java.util.Objects;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.FactLog;
import io.landfall.event.EventReader;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.MinAges;
import io.landfall.ledger.OperatorActions;
import io.landfall.trace.Traces;

/** Puts the inspection together. */
@Configuration(proxyBeanMethods = false)
class InspectionBeans {
    /** A ledger that answers no sooner is away, for an inspection and for people. */
    private static final int STATEMENT_SECONDS = 15;

    /** The ledger's too, which does not know the inspection. */
    @Bean
    MinAges minAges(InspectionConfiguration configuration) {
        return configuration.minAges();
    }

    @Bean
    JdbcParts inspectionLedger(JdbcTemplate ledger) {
        JdbcTemplate jdbc = new JdbcTemplate(Objects.requireNonNull(ledger.getDataSource()));
        jdbc.setQueryTimeout(STATEMENT_SECONDS);
        return new JdbcParts(jdbc);
    }

    /** The inspection's own idea of the ledger. */
    record JdbcParts(JdbcTemplate jdbc) {}

    @Bean
    Asking inspectionAsking(ObjectProvider<Verifiers> verifiers, InspectionConfiguration configuration, Traces traces) {
        return new Asking(
                verifiers::getObject, configuration.verifyTimeout(), configuration.verifyParallel(), traces::carried);
    }

    @Bean
    Asking dryAsking(ObjectProvider<Verifiers> verifiers, InspectionConfiguration configuration, Traces traces) {
        return new Asking(
                verifiers::getObject, configuration.verifyTimeout(), configuration.verifyParallel(), traces::carried);
    }

    @Bean
    Inspection.Parts inspectionParts(
            JdbcParts ledger,
            LedgerTransactions transactions,
            LedgerConfiguration ledgerConfiguration,
            InspectionConfiguration configuration,
            MinAges minAges,
            Asking inspectionAsking,
            Asking dryAsking,
            ObjectProvider<EventReader> reader,
            EventsConfiguration events,
            Alarms alarms,
            Traces traces) {
        JdbcTemplate jdbc = ledger.jdbc();
        RunStore runs = new RunStore(jdbc, ledgerConfiguration.node(), configuration.lease());
        Repairs repairs =
                new Repairs(jdbc, new RepairEvents(reader::getObject, events.topic()), alarms, traces::current);
        return new Inspection.Parts(
                runs,
                new ControlStore(jdbc),
                new Suspects(jdbc, minAges, configuration.lease()),
                new DueTimes(jdbc, minAges),
                repairs,
                inspectionAsking,
                dryAsking,
                new Judgements(jdbc, transactions, runs, repairs));
    }

    @Bean
    Inspection inspection(
            Inspection.Parts parts,
            InspectionConfiguration configuration,
            LedgerConfiguration ledger,
            Alarms alarms,
            FactLog facts) {
        return new Inspection(parts, configuration, ledger.maxAttempts(), new InspectionAlarms(alarms, facts));
    }

    @Bean
    Steering inspectionSteering(
            JdbcParts ledger,
            Inspection.Parts parts,
            Inspection inspection,
            InspectionConfiguration configuration,
            LedgerTransactions transactions,
            ObjectProvider<Runner> runner) {
        return new Steering(
                new OperatorActions(ledger.jdbc()),
                transactions.named("steer-inspection"),
                parts.runs(),
                parts.controls(),
                inspection,
                configuration.settings(),
                runner::getObject);
    }
}
