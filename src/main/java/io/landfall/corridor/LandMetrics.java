package io.landfall.corridor;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import io.landfall.ledger.Ledger.Settled;
import io.landfall.ledger.Ledger.Word;

/** What is measured of the land route: events by outcome, batch sizes, time by step. */
@Component
final class LandMetrics {
    private final Map<Word, Counter> events = new EnumMap<>(Word.class);
    private final DistributionSummary batchSize;
    private final Timer apply;
    private final Timer noted;

    LandMetrics(MeterRegistry registry) {
        for (Word word : Word.values()) {
            events.put(
                    word,
                    Counter.builder("landfall.events")
                            .description("deliveries by what became of them")
                            .tag("outcome", word.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        batchSize = DistributionSummary.builder("landfall.batch.size")
                .description("deliveries in a batch")
                .register(registry);
        apply = Timer.builder("landfall.step")
                .description("time of a step of the land route")
                .tag("step", "apply-events")
                .register(registry);
        noted = Timer.builder("landfall.step")
                .description("time of a step of the land route")
                .tag("step", "note-landings")
                .register(registry);
    }

    void applied(List<Settled> outcomes, long nanos) {
        batchSize.record(outcomes.size());
        apply.record(nanos, TimeUnit.NANOSECONDS);
        for (Settled outcome : outcomes) {
            Objects.requireNonNull(events.get(outcome.word())).increment();
        }
    }

    void noted(long nanos) {
        noted.record(nanos, TimeUnit.NANOSECONDS);
    }
}
