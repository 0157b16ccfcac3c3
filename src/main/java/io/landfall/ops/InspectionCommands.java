package io.landfall.ops;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.inspection.Answer;
import io.landfall.inspection.Steering;
import io.landfall.ledger.NotAsExpected;

/** Steering of inspections as commands. For {@code tune} the filter holds the numbers; for the others there is none. */
@Configuration(proxyBeanMethods = false)
class InspectionCommands {
    @Bean
    Command runInspection(Steering steering) {
        return Command.plain("inspection.run", by -> {
            Answer answer = steering.run(by);
            if (!(answer instanceof Answer.Started)) {
                throw new NotAsExpected("An inspection can't run now: " + answer);
            }
            return answer.toString();
        });
    }

    @Bean
    Command dryRunInspection(Steering steering) {
        return Command.plain("inspection.dry-run", by -> steering.dryRun(by).toString());
    }

    @Bean
    Command pauseInspection(Steering steering) {
        return Command.plain(
                "inspection.pause", by -> "paused: " + steering.pause(by).paused());
    }

    @Bean
    Command resumeInspection(Steering steering) {
        return Command.plain(
                "inspection.resume", by -> "paused: " + steering.resume(by).paused());
    }

    @Bean
    Command stopInspection(Steering steering) {
        return Command.plain(
                "inspection.stop",
                by -> steering.stop(by).map(run -> "inspection " + run.id()).orElse("none was under way"));
    }

    @Bean
    Command tuneInspection(Steering steering) {
        return Command.tuning("inspection.tune", "{\"period\": \"1m\"}", (asked, by) -> steering.tune(by, asked)
                .settings()
                .toString());
    }
}
