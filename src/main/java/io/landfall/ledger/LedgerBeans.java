package io.landfall.ledger;

import java.util.List;

import javax.sql.DataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.Alarms;
import io.landfall.event.EventsConfiguration;
import io.landfall.state.Transitions;

/** Puts the ledger together. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class LedgerBeans {
    @Bean
    TransactionTimeouts transactionTimeouts(TransactionsConfiguration configuration, LedgerConfiguration ledger) {
        return TransactionTimeouts.of(configuration, ledger.transactionTimeout());
    }

    @Bean
    TransactionRecords transactionRecords(
            TransactionTimeouts timeouts, DataSource source, MeterRegistry meters, LedgerConfiguration ledger) {
        JdbcTemplate jdbc = new JdbcTemplate(source);
        jdbc.setQueryTimeout(2);
        return new TransactionRecords(timeouts, jdbc, meters, ledger.node());
    }

    @Bean
    LedgerTransactions ledgerTransactions(
            PlatformTransactionManager manager,
            JdbcTemplate jdbc,
            TransactionTimeouts timeouts,
            TransactionRecords records) {
        return new LedgerTransactions(manager, jdbc, timeouts, records);
    }

    @Bean
    Ledger ledger(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            LedgerConfiguration configuration,
            LedgerTopics topics,
            MinAges minAges,
            Environment environment) {
        Transitions transitions = new Transitions(configuration.maxAttempts(), defaultIndex(environment));
        return new PostgresLedger(jdbc, transactions, transitions, configuration, topics, minAges);
    }

    /** The view's key, read as a list however it is written; the ledger does not know the view. */
    private static String defaultIndex(Environment environment) {
        return Binder.get(environment)
                .bind("landfall.view.indices", Bindable.listOf(String.class))
                .orElse(List.of("tasks"))
                .get(0);
    }

    @Bean
    LedgerClock ledgerClock(Ledger ledger) {
        return new LedgerClock(ledger);
    }

    @Bean
    DeadLetterActions deadLetterActions(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            EventsConfiguration events,
            @Value("${landfall.topics.model-calls:landfall.model-calls}") String callsTopic) {
        return new DeadLetterActions(jdbc, transactions, events.topic(), callsTopic);
    }

    @Bean
    OutboxActions outboxActions(JdbcTemplate jdbc, LedgerTransactions transactions) {
        return new OutboxActions(jdbc, transactions);
    }

    @Bean
    DaysAhead daysAhead(JdbcTemplate jdbc, LedgerTransactions transactions, Ledger ledger, Alarms alarms) {
        Days days = new Days(jdbc, transactions, ledger, alarms);
        days.makeAhead();
        return new DaysAhead(days);
    }

    /** Makes the coming days' partitions again and again. */
    record DaysAhead(Days days) {
        @Scheduled(fixedDelayString = "PT1H", initialDelayString = "PT1H")
        void makeAhead() {
            days.makeAhead();
        }
    }
}
