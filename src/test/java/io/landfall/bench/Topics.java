package io.landfall.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The topics of a benchmark, made and filled once, read by all contenders. */
final class Topics {
    static final int PARTITIONS = 4;

    private final String brokers;

    Topics(String brokers) {
        this.brokers = brokers;
    }

    void create(Collection<String> names) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            for (String name : names) {
                try {
                    NewTopic topic = new NewTopic(name, Optional.of(PARTITIONS), Optional.of((short) 1));
                    admin.createTopics(List.of(topic)).all().get();
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof TopicExistsException)) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Puts the whole backlog into the variant's topic; returns the number of records. */
    int fill(Variant variant, int tasks) {
        return fill(variant.topic(), variant, tasks, Integer.MAX_VALUE);
    }

    /** Puts the events of so many tasks into a topic, so many a second. */
    void fillPaced(String topic, int tasks, int perSecond) {
        fill(topic, Variant.CLEAN, tasks, perSecond);
    }

    private int fill(String topic, Variant variant, int tasks, int perSecond) {
        BacklogOrder order = new BacklogOrder(tasks, variant);
        long begin = System.nanoTime();
        AtomicInteger produced = new AtomicInteger();
        // an open window of tasks, so that each is made once and not all are in memory
        Map<Integer, BacklogTask> open = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, BacklogTask> eldest) {
                return size() > 10_000;
            }
        };
        AtomicReference<Exception> refusal = new AtomicReference<>();
        try (Producer<String, byte[]> producer = producer()) {
            order.forEach((task, event) -> {
                long due = begin + produced.getAndIncrement() * 1_000_000_000L / perSecond;
                while (due - System.nanoTime() > 0) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                byte[] value = open.computeIfAbsent(task, variant::task).event(event);
                var unused =
                        producer.send(new ProducerRecord<>(topic, BacklogTask.id(task), value), (metadata, error) -> {
                            if (error != null) {
                                refusal.set(error);
                            }
                        });
            });
        }
        if (refusal.get() != null) {
            throw new IllegalStateException("the backlog is not whole", refusal.get());
        }
        return order.count();
    }

    private Producer<String, byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers, "acks", "all", "linger.ms", 20, "batch.size", 262_144),
                new StringSerializer(),
                new ByteArraySerializer());
    }
}
