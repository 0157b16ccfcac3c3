package io.landfall.overview;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.TransactionRecords;

/** Puts the overview together. */
@Configuration(proxyBeanMethods = false)
class OverviewBeans {
    @Bean
    Landings landings(MeterRegistry meters) {
        return new Landings(meters);
    }

    @Bean
    History history(DataSource ledger) {
        return new History(ledger);
    }

    @Bean
    Silences silences(DataSource ledger) {
        return new Silences(ledger);
    }

    @Bean
    Counts counts(DataSource ledger) {
        return new Counts(ledger);
    }

    @Bean
    Sampler overviewSampler(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            TransactionRecords records,
            Landings landings,
            LedgerConfiguration ledger,
            ObjectProvider<LevelSource> sources) {
        return new Sampler(
                jdbc,
                transactions.named("sample-overview"),
                new Levels(jdbc),
                new Flows(jdbc, records, landings, ledger.node()),
                sources.orderedStream().toList());
    }
}
