package io.landfall.bench;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

import io.landfall.simulator.Sent;

/** Sends the records of many tasks as they fall due; those of long calls on a thread of its own, after the rest. */
final class HeadlineLoad implements AutoCloseable {
    private final HeadlineTruth truth;
    private final Producer<String, byte[]> producer;
    private final PriorityQueue<Sent> waiting = new PriorityQueue<>(Comparator.comparing(Sent::dueAt));
    private final AtomicReference<@Nullable Exception> refusal = new AtomicReference<>();
    private volatile boolean closed;
    private @Nullable Thread rest;

    HeadlineLoad(String brokers, HeadlineTruth truth) {
        this.truth = truth;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers, "acks", "all", "linger.ms", 5),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** Begins so many tasks a second; returns when the last has begun. The others' records go on being sent. */
    void send(int tasks, int perSecond) {
        Instant start = Instant.now();
        for (int number = 0; number < tasks; number++) {
            Instant at = start.plusNanos(number * 1_000_000_000L / perSecond);
            sendUntil(at);
            waiting.addAll(truth.tell(number, at));
        }
        Thread sender = new Thread(() -> sendUntil(Instant.MAX), "headline-rest");
        sender.setDaemon(true);
        sender.start();
        rest = sender;
    }

    private void sendUntil(Instant end) {
        while (!closed) {
            Sent next = waiting.peek();
            Instant at = next == null || next.dueAt().isAfter(end) ? end : next.dueAt();
            if (next == null && end.equals(Instant.MAX)) {
                return;
            }
            for (Instant now = Instant.now(); now.isBefore(at) && !closed; now = Instant.now()) {
                LockSupport.parkNanos(Math.min(
                        50_000_000L, java.time.Duration.between(now, at).toNanos()));
            }
            if (next == null || next.dueAt().isAfter(end)) {
                return;
            }
            waiting.remove();
            var unused =
                    producer.send(new ProducerRecord<>(next.topic(), next.key(), next.value()), (metadata, error) -> {
                        if (error != null) {
                            refusal.set(error);
                        }
                    });
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        if (rest != null) {
            rest.join();
        }
        producer.close();
        Exception error = refusal.get();
        if (error != null) {
            throw new IllegalStateException("not all was sent", error);
        }
    }
}
