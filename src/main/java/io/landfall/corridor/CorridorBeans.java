package io.landfall.corridor;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

import io.micrometer.core.instrument.config.MeterFilter;

import io.landfall.event.EventLimits;
import io.landfall.event.EventReader;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTopics;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.outbox.Outbox;
import io.landfall.outbox.OutboxConfiguration;
import io.landfall.outbox.OutboxTopics;
import io.landfall.outbox.Turns;
import io.landfall.view.ViewConfiguration;

/** The plain objects that the hands hold. */
@Configuration(proxyBeanMethods = false)
class CorridorBeans {
    /** Topics that are relayed at a time, beside dead letters and alarms. */
    private static final int RELAYS = 4;

    @Bean
    EventReader eventReader(EventsConfiguration events, LedgerConfiguration ledger, ViewConfiguration view) {
        return new EventReader(new EventLimits(Set.copyOf(view.indices()), events.tombstone(), ledger.retention()));
    }

    @Bean
    Outbox outbox(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            EventsConfiguration events,
            LedgerTopics topics,
            @Value("${landfall.topics.alarms}") String alarms,
            @Value("${landfall.topics.model-calls}") String calls,
            OutboxConfiguration configuration) {
        Set<String> own = Set.of(events.topic(), topics.deadLetters(), topics.dispatch(), alarms, calls);
        return new Outbox(
                jdbc, transactions.named("relay-outbox"), new OutboxTopics(own, new HashSet<>(configuration.topics())));
    }

    /** Of the numbers of Kafka clients only those that are of use: a scrape must stay small. */
    @Bean
    MeterFilter kafkaMeters() {
        return MeterFilter.deny(
                id -> id.getName().startsWith("kafka.") && !MeasuredKafkaClients.KEPT.contains(id.getName()));
    }

    @Bean
    Turns turns() {
        return new Turns();
    }

    /** A topic that is slow keeps one of them for half a minute at most, and then pauses. */
    @Bean(destroyMethod = "shutdown")
    ExecutorService relayThreads() {
        return Executors.newFixedThreadPool(RELAYS, new CustomizableThreadFactory("relay-"));
    }
}
