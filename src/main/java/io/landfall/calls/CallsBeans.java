package io.landfall.calls;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerTopics;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.outbox.KafkaConnection;

/** Puts the call log together. */
@Configuration(proxyBeanMethods = false)
class CallsBeans {
    @Bean
    CallLog callLog(
            JdbcTemplate jdbc, LedgerTransactions transactions, LedgerTopics topics, CallsConfiguration configuration) {
        return new CallLog(jdbc, transactions, topics, configuration);
    }

    @Bean
    CallVerdicts callVerdicts() {
        return new CallVerdicts();
    }

    @Bean
    CallTopic callTopic(
            CallsConfiguration configuration,
            KafkaConnection connection,
            @Value("${landfall.topics.model-calls:landfall.model-calls}") String topic) {
        return new CallTopic(connection, topic, configuration.group());
    }
}
