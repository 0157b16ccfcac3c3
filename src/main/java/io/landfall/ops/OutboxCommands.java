package io.landfall.ops;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.ledger.OutboxActions;

/** What may be commanded of the outbox. */
@Configuration(proxyBeanMethods = false)
class OutboxCommands {
    @Bean
    Command releaseMessages(OutboxActions outbox) {
        return new Command(OutboxActions.RELEASE, (filter, by) -> outbox.release(filter, by)
                .toString());
    }
}
