package io.landfall.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Events at a steady rate, and how long each took from the moment it was due to be sent until a GET of its document shows it.
 * An event that is sent late, because the broker or this machine was slow, has waited since it was due. Each event leaves a
 * mark in its document; the documents of those that are out are read again and again, in realtime. Only those of one task in
 * five, lest reading them be most of what Elasticsearch has to do.
 */
final class LatencyLoad {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MARK = "mark";
    /** One task in so many is watched. */
    private static final int WATCHED = 5;

    /** Documents in one look. */
    private static final int AT_ONCE = 500;
    /** Between two looks: no measured time is finer. */
    private static final Duration LOOK = Duration.ofMillis(5);

    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final Elastic elastic;
    private final String brokers;
    private final String topic;
    private final String index;
    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Exception> refusal = new AtomicReference<>();
    private volatile boolean allSent;

    LatencyLoad(Elastic elastic, String brokers, String topic, String index) {
        this.elastic = elastic;
        this.brokers = brokers;
        this.topic = topic;
        this.index = index;
    }

    /** An event on its way. */
    private record Sent(String id, int mark, long due) {}

    /** An event that is not sent yet. */
    private record Planned(String id, int mark, byte[] value, boolean watched) {}

    /**
     * Sends the events of so many tasks and waits until the last that is watched is seen.
     *
     * @param firstTask its number; the tasks are new
     * @return microseconds
     */
    Histogram run(int firstTask, int tasks, int perSecond) throws Exception {
        List<Planned> plan = plan(firstTask, tasks);
        sent.clear();
        allSent = false;
        Thread sender = new Thread(() -> send(plan, perSecond), "events");
        sender.start();
        Histogram seen = watch((int) plan.stream().filter(Planned::watched).count());
        sender.join();
        return seen;
    }

    /** Made before the first is due, so that making them takes nothing from the one who is measured. */
    private static List<Planned> plan(int firstTask, int tasks) throws IOException {
        List<Planned> plan = new ArrayList<>();
        List<IOException> failed = new ArrayList<>();
        new BacklogOrder(tasks, Variant.CLEAN).forEach((task, event) -> {
            int number = firstTask + task;
            try {
                ObjectNode json = (ObjectNode) JSON.readTree(new BacklogTask(number).event(event));
                json.withObject("/patch").put(MARK, event + 1);
                plan.add(new Planned(
                        BacklogTask.id(number), event + 1, JSON.writeValueAsBytes(json), task % WATCHED == 0));
            } catch (IOException e) {
                failed.add(e);
            }
        });
        if (!failed.isEmpty()) {
            throw failed.get(0);
        }
        return plan;
    }

    private void send(List<Planned> plan, int perSecond) {
        Properties settings = new Properties();
        settings.putAll(Map.of("bootstrap.servers", brokers, "acks", "all", "linger.ms", "0"));
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            producer.partitionsFor(topic);
            long begin = System.nanoTime();
            for (int i = 0; i < plan.size(); i++) {
                Planned next = plan.get(i);
                long due = begin + i * 1_000_000_000L / perSecond;
                while (due - System.nanoTime() > 0) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                if (next.watched) {
                    sent.add(new Sent(next.id, next.mark, due));
                }
                var unused = producer.send(new ProducerRecord<>(topic, next.id, next.value), (metadata, error) -> {
                    if (error != null) {
                        refusal.set(error);
                    }
                });
            }
        } catch (RuntimeException e) {
            refusal.set(e);
        } finally {
            allSent = true;
        }
    }

    private Histogram watch(int events) throws IOException {
        Histogram seen = new Histogram(LONGEST.toNanos() / 1_000, 3);
        // by task, in the order of their oldest event
        Map<String, List<Sent>> out = new LinkedHashMap<>();
        long deadline = System.nanoTime()
                + LONGEST.toNanos()
                + Duration.ofSeconds(events / 10).toNanos();
        while (seen.getTotalCount() < events) {
            for (Sent next = sent.poll(); next != null; next = sent.poll()) {
                out.computeIfAbsent(next.id, id -> new ArrayList<>()).add(next);
            }
            look(out, seen);
            if (refusal.get() != null) {
                throw new IOException("an event was not taken", refusal.get());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("%d of %d events are not seen, all sent: %s"
                        .formatted(events - seen.getTotalCount(), events, allSent));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return seen;
    }

    private void look(Map<String, List<Sent>> out, Histogram seen) throws IOException {
        if (out.isEmpty()) {
            return;
        }
        List<String> ids = out.keySet().stream().limit(AT_ONCE).toList();
        JsonNode documents = elastic.get(index, ids, MARK);
        long now = System.nanoTime();
        for (int i = 0; i < ids.size(); i++) {
            int mark = documents.path(i).path("_source").path(MARK).asInt(0);
            List<Sent> waiting = out.get(ids.get(i));
            waiting.removeIf(event -> {
                if (event.mark > mark) {
                    return false;
                }
                seen.recordValue(Math.max(0, (now - event.due) / 1_000));
                return true;
            });
            if (waiting.isEmpty()) {
                out.remove(ids.get(i));
            }
        }
    }
}
