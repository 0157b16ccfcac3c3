package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.event.EventLimits.Tombstone;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.outbox.KafkaConnection;

import static org.assertj.core.api.Assertions.assertThat;

class TopicRetentionTest {
    private final List<String> said = new ArrayList<>();
    private final TopicRetention retention = new TopicRetention(
            new BrokerProbe(new KafkaConnection("127.0.0.1:1", Map.of()), Clock.systemUTC()),
            new EventsConfiguration(
                    "events",
                    "g",
                    Tombstone.DEAD_LETTER,
                    1,
                    1,
                    Duration.ofMillis(1),
                    Duration.ofMillis(1),
                    Duration.ofMinutes(5)),
            new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(1), 5, "node"),
            new Alarms() {
                @Override
                public void raise(String key, Severity severity, String summary) {
                    said.add("raise " + summary);
                }

                @Override
                public void close(String key) {
                    said.add("close");
                }
            },
            Clock.systemUTC());

    @ParameterizedTest
    @ValueSource(longs = {-1, 30L * 86_400_000 + 1})
    void a_topic_that_keeps_longer_than_the_ledger_is_an_alarm(long millis) {
        retention.judge(millis);
        assertThat(said).singleElement().asString().startsWith("raise topic events keeps records");
    }

    @Test
    void a_topic_that_keeps_no_longer_is_none() {
        retention.judge(30L * 86_400_000);
        assertThat(said).containsExactly("close");
    }
}
