package io.landfall.ops;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.failure.FailureActions;
import io.landfall.ledger.DeadLetterActions;

/** What may be commanded: one bean a command. */
@Configuration(proxyBeanMethods = false)
class CommandBeans {
    @Bean
    Command retryFailures(FailureActions failures) {
        return new Command(
                FailureActions.RETRY, (filter, by) -> failures.retry(filter, by).toString());
    }

    @Bean
    Command replayDeadLetters(DeadLetterActions letters) {
        return new Command(DeadLetterActions.REPLAY, (filter, by) -> letters.replay(filter, by)
                .toString());
    }
}
