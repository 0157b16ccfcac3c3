package io.landfall.corridor;

import java.util.Set;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.landfall.event.EventLimits;
import io.landfall.event.EventReader;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.outbox.Outbox;
import io.landfall.view.ViewConfiguration;

/** The plain objects that the hands hold. */
@Configuration(proxyBeanMethods = false)
class CorridorBeans {
    @Bean
    EventReader eventReader(EventsConfiguration events, LedgerConfiguration ledger, ViewConfiguration view) {
        return new EventReader(new EventLimits(Set.copyOf(view.indices()), events.tombstone(), ledger.retention()));
    }

    @Bean
    Outbox outbox(
            JdbcTemplate jdbc, PlatformTransactionManager manager, @Value("${landfall.topics.alarms}") String alarms) {
        return new Outbox(jdbc, new TransactionTemplate(manager), alarms);
    }
}
