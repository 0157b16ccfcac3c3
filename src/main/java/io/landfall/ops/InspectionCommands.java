package io.landfall.ops;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.inspection.Answer;
import io.landfall.inspection.Steering;
import io.landfall.ledger.BadFilter;
import io.landfall.ledger.FilterForm;
import io.landfall.ledger.NotAsExpected;

/** Steering of inspections as commands. For {@code tune} the filter holds the numbers; for the others there is none. */
@Configuration(proxyBeanMethods = false)
class InspectionCommands {
    @Bean
    Command runInspection(Steering steering) {
        return plain("inspection.run", by -> {
            Answer answer = steering.run(by);
            if (!(answer instanceof Answer.Started)) {
                throw new NotAsExpected("An inspection can't run now: " + answer);
            }
            return answer.toString();
        });
    }

    @Bean
    Command dryRunInspection(Steering steering) {
        return plain("inspection.dry-run", by -> steering.dryRun(by).toString());
    }

    @Bean
    Command pauseInspection(Steering steering) {
        return plain("inspection.pause", by -> "paused: " + steering.pause(by).paused());
    }

    @Bean
    Command resumeInspection(Steering steering) {
        return plain("inspection.resume", by -> "paused: " + steering.resume(by).paused());
    }

    @Bean
    Command stopInspection(Steering steering) {
        return plain(
                "inspection.stop",
                by -> steering.stop(by).map(run -> "inspection " + run.id()).orElse("none was under way"));
    }

    @Bean
    Command tuneInspection(Steering steering) {
        return new Command("inspection.tune", (numbers, by) -> {
            try {
                return steering.tune(by, numbers(numbers)).settings().toString();
            } catch (IllegalArgumentException e) {
                throw new BadFilter(String.valueOf(e.getMessage()));
            }
        });
    }

    private static Map<String, @Nullable Object> numbers(@Nullable JsonNode filter) {
        if (filter == null || filter.isEmpty()) {
            throw new BadFilter(
                    "The filter of inspection.tune holds what is to be changed, such as {\"period\": \"1m\"}.");
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
