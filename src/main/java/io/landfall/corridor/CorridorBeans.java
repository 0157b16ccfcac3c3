package io.landfall.corridor;

import java.util.Set;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

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
    Outbox outbox(JdbcTemplate jdbc) {
        return new Outbox(jdbc);
    }
}
