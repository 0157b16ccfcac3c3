package io.landfall.ops;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.audit.Audit;
import io.landfall.failure.FailureActions;
import io.landfall.ledger.DeadLetterActions;
import io.landfall.ledger.FilterForm;
import io.landfall.ledger.NotAsExpected;
import io.landfall.rebuild.Rebuild;

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

    @Bean
    Command runRebuild(Rebuild rebuild) {
        return new Command("rebuild.run", (filter, by) -> {
            FilterForm form = new FilterForm(filter);
            String index = form.text("index");
            form.end();
            return "rebuild " + rebuild.begin(index, by);
        });
    }

    /** Looks only: repairing is for a person with a login. */
    @Bean
    Command runAudit(Audit audit) {
        return new Command("audit.run", (filter, by) -> {
            new FilterForm(filter).end();
            if (audit.begin(by, false, false) instanceof Audit.Accepted accepted) {
                return "audit " + accepted.id();
            }
            throw new NotAsExpected("An audit is running already.");
        });
    }
}
