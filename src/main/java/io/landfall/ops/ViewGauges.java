package io.landfall.ops;

import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.view.BulkSize;
import io.landfall.view.IndexBreakers;

/** What the view lets Landfall do, in numbers. Labels are the indices of the configuration. */
@Component
final class ViewGauges {
    ViewGauges(IndexBreakers breakers, BulkSize size, MeterRegistry meters) {
        for (String index : breakers.indices()) {
            Gauge.builder(
                            "landfall.view.index.blocked",
                            breakers,
                            b -> b.blocked(index).toMillis() / 1000.0)
                    .description("How long an index has taken no writes; 0: it does")
                    .baseUnit("seconds")
                    .tag("index", index)
                    .register(meters);
        }
        Gauge.builder("landfall.view.bulk.documents", size, BulkSize::documents)
                .description("Most documents in a bulk now; fewer after 429")
                .register(meters);
        Gauge.builder("landfall.view.bulk", size, BulkSize::bytes)
                .description("Most bytes in a bulk now; fewer after 413")
                .baseUnit("bytes")
                .register(meters);
    }
}
