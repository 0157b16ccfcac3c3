package io.landfall.ops;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.compensation.Answer;
import io.landfall.compensation.Steering;
import io.landfall.ledger.BadFilter;
import io.landfall.ledger.FilterForm;
import io.landfall.ledger.NotAsExpected;

/** Steering of compensation as commands. For {@code tune} the filter holds the numbers; for the others there is none. */
@Configuration(proxyBeanMethods = false)
class CompensationCommands {
    @Bean
    Command runCompensation(Steering steering) {
        return plain("compensation.run", by -> {
            Answer answer = steering.run(by);
            if (!(answer instanceof Answer.Started)) {
                throw new NotAsExpected("Compensation can't run now: " + answer);
            }
            return answer.toString();
        });
    }

    @Bean
    Command dryRunCompensation(Steering steering) {
        return plain("compensation.dry-run", by -> steering.dryRun(by).toString());
    }

    @Bean
    Command pauseCompensation(Steering steering) {
        return plain("compensation.pause", by -> "paused: " + steering.pause(by).paused());
    }

    @Bean
    Command resumeCompensation(Steering steering) {
        return plain(
                "compensation.resume", by -> "paused: " + steering.resume(by).paused());
    }

    @Bean
    Command stopCompensation(Steering steering) {
        return plain(
                "compensation.stop",
                by -> steering.stop(by).map(run -> "run " + run.id()).orElse("no run was under way"));
    }

    @Bean
    Command tuneCompensation(Steering steering) {
        return new Command("compensation.tune", (numbers, by) -> {
            try {
                return steering.tune(by, numbers(numbers)).settings().toString();
            } catch (IllegalArgumentException e) {
                throw new BadFilter(String.valueOf(e.getMessage()));
            }
        });
    }

    private static Map<String, @Nullable Object> numbers(@Nullable JsonNode filter) {
        if (filter == null || filter.isEmpty()) {
            throw new BadFilter("The filter of compensation.tune holds what is to be changed, such as {\"rate\": 50}.");
        }
        Map<String, @Nullable Object> numbers = new HashMap<>();
        filter.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            numbers.put(entry.getKey(), value.isNull() ? null : value.asText());
        });
        return numbers;
    }

    private static Command plain(String name, Function<String, String> order) {
        return new Command(name, (filter, by) -> {
            new FilterForm(filter).end();
            return order.apply(by);
        });
    }
}
