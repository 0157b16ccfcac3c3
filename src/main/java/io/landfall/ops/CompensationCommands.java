package io.landfall.ops;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.compensation.Answer;
import io.landfall.compensation.Steering;
import io.landfall.ledger.NotAsExpected;

/** Steering of compensation as commands. For {@code tune} the filter holds the numbers; for the others there is none. */
@Configuration(proxyBeanMethods = false)
class CompensationCommands {
    @Bean
    Command runCompensation(Steering steering) {
        return Command.plain("compensation.run", by -> {
            Answer answer = steering.run(by);
            if (!(answer instanceof Answer.Started)) {
                throw new NotAsExpected("Compensation can't run now: " + answer);
            }
            return answer.toString();
        });
    }

    @Bean
    Command dryRunCompensation(Steering steering) {
        return Command.plain("compensation.dry-run", by -> steering.dryRun(by).toString());
    }

    @Bean
    Command pauseCompensation(Steering steering) {
        return Command.plain(
                "compensation.pause", by -> "paused: " + steering.pause(by).paused());
    }

    @Bean
    Command resumeCompensation(Steering steering) {
        return Command.plain(
                "compensation.resume", by -> "paused: " + steering.resume(by).paused());
    }

    @Bean
    Command stopCompensation(Steering steering) {
        return Command.plain(
                "compensation.stop",
                by -> steering.stop(by).map(run -> "run " + run.id()).orElse("no run was under way"));
    }

    @Bean
    Command tuneCompensation(Steering steering) {
        return Command.tuning("compensation.tune", "{\"rate\": 50}", (asked, by) -> steering.tune(by, asked)
                .settings()
                .toString());
    }
}
