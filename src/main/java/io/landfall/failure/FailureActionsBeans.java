package io.landfall.failure;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerTransactions;

@Configuration(proxyBeanMethods = false)
class FailureActionsBeans {
    @Bean
    FailureActions failureActions(JdbcTemplate jdbc, LedgerTransactions transactions) {
        return new FailureActions(jdbc, transactions);
    }
}
