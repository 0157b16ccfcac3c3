package io.landfall.simulator;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Whoever runs the models, where tasks are to be run again: listens for dispatch messages and tells a good attempt of each
 * simulated task, on a thread of its own, until closed. A message that comes twice tells the same events twice.
 */
public final class DispatchWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DispatchWorker.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LOOK = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Producer<String, byte[]> producer;
    private final Rerun rerun;
    private final Clock clock;
    private final PriorityQueue<Sent> waiting = new PriorityQueue<>(Comparator.comparing(Sent::dueAt));
    private final AtomicLong runs = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    private DispatchWorker(String brokers, String topic, TrafficOptions options, Clock clock) {
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers, "group.id", topic + "-worker", "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        this.producer = TrafficSimulator.producer(brokers);
        this.rerun = new Rerun(options);
        this.clock = clock;
        consumer.subscribe(List.of(topic));
        this.thread = new Thread(this::run, "dispatch-worker");
        thread.setDaemon(true);
    }

    /** Starts listening on {@code topic}, which must exist. */
    public static DispatchWorker start(String brokers, String topic, TrafficOptions options, Clock clock) {
        DispatchWorker worker = new DispatchWorker(brokers, topic, options, clock);
        worker.thread.start();
        return worker;
    }

    /** Attempts run so far. */
    public long runs() {
        return runs.get();
    }

    private void run() {
        try (consumer;
                producer) {
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(LOOK)) {
                    take(message.value());
                }
                while (!waiting.isEmpty() && !waiting.element().dueAt().isAfter(clock.instant())) {
                    Sent sent = waiting.remove();
                    var unused = producer.send(new ProducerRecord<>(sent.topic(), sent.key(), sent.value()));
                }
            }
        } catch (RuntimeException e) {
            LOG.error("the dispatch worker ends", e);
        }
    }

    private void take(byte[] value) {
        try {
            JsonNode message = JSON.readTree(value);
            List<Sent> told = rerun.tell(
                    message.path("taskId").asText(), message.path("attempt").asInt(), clock.instant());
            if (!told.isEmpty()) {
                runs.incrementAndGet();
                waiting.addAll(told);
            }
        } catch (IOException e) {
            LOG.warn("a dispatch message is no JSON", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
