package io.landfall.failure;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;

/** Puts the records together. */
@Configuration(proxyBeanMethods = false)
class FailureBeans {
    @Bean
    IndexFailures indexFailures(JdbcTemplate jdbc, LedgerTransactions transactions, LedgerConfiguration configuration) {
        return new PostgresIndexFailures(jdbc, transactions, configuration.node());
    }
}
