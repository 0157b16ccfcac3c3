package io.landfall.simulator;

import java.time.Clock;

import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class TrafficSimulatorTest {

    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());

    @Test
    void what_falls_due_is_sent_and_counted() {
        TrafficSimulator simulator = simulator(TrafficOptions.defaults().withRate(500));
        try (simulator) {
            simulator.begin();
            await().atMost(Wait.MOST).until(() -> simulator.counts().events() > 1_000);
            assertThat(simulator.counts().tasks()).isGreaterThan(200);
            assertThat(simulator.counts().calls()).isPositive();
        }
        TrafficSimulator.Counts counts = simulator.counts();
        assertThat(counts.refused()).isZero();
        assertThat(counts.acknowledged()).isEqualTo(counts.events() + counts.calls());
        assertThat(producer.history()).hasSize((int) counts.acknowledged());
    }

    @Test
    void a_higher_rate_is_followed_without_a_restart() {
        try (TrafficSimulator simulator = simulator(TrafficOptions.defaults().withRate(0.001))) {
            simulator.begin();
            await().atMost(Wait.MOST).until(() -> simulator.counts().tasks() >= 1);
            simulator.rate(1_000);
            await().atMost(Wait.MOST).until(() -> simulator.counts().tasks() > 100);
        }
    }

    @Test
    void traffic_that_is_switched_off_sends_nothing() {
        TrafficOptions defaults = TrafficOptions.defaults();
        TrafficOptions off = new TrafficOptions(
                false,
                defaults.rate(),
                defaults.seed(),
                defaults.run(),
                defaults.platform(),
                defaults.eventsTopic(),
                defaults.callsTopic(),
                defaults.faults(),
                defaults.longCall());
        TrafficSimulator simulator = simulator(off);
        simulator.begin();
        simulator.close();
        assertThat(simulator.counts().events()).isZero();
        assertThat(producer.history()).isEmpty();
    }

    private TrafficSimulator simulator(TrafficOptions options) {
        return new TrafficSimulator(producer, options, Clock.systemUTC());
    }
}
