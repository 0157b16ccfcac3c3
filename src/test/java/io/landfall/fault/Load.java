package io.landfall.fault;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

import io.landfall.simulator.FaultShares;
import io.landfall.simulator.Sent;
import io.landfall.simulator.Traffic;
import io.landfall.simulator.TrafficOptions;

/** Records to be sent at once, in order. */
public record Load(List<Entry> records) {
    private static final FaultShares BAD_DAY = new FaultShares(0.03, 0, 0.05, 0.05, 0.03, 0.02, 0.10, 0.05);
    private static final FaultShares NO_REFUSALS = new FaultShares(0.03, 0, 0.05, 0.05, 0, 0.02, 0.10, 0.05);

    /** One record; the partition is the key's unless it is given. */
    public record Entry(Integer partition, String key, byte[] value) {}

    /**
     * Whole stories of tasks with all that goes wrong on a bad day: duplicates, disorder, torn copies, fields of the wrong
     * type, retries; and deletions, illegal events, and ids used twice.
     *
     * @param run part of the tasks' ids
     */
    public static Load mixed(String run, int tasks) {
        Load load = stories(run, tasks, BAD_DAY);
        load.records.addAll(oddities(run));
        return load;
    }

    /** The same without anything that the view refuses. */
    public static Load acceptable(String run, int tasks) {
        return stories(run, tasks, NO_REFUSALS);
    }

    private static Load stories(String run, int tasks, FaultShares faults) {
        TrafficOptions options = TrafficOptions.defaults()
                .withRun(run)
                .withSeed(run.hashCode())
                .withRate(Math.max(1, tasks / 5.0))
                .withFaults(faults);
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        Traffic traffic = new Traffic(options, start);
        List<Entry> records = new ArrayList<>();
        while (traffic.tasks() <= tasks) {
            add(traffic.next(), options, records);
            if (traffic.tasks() >= tasks) {
                // the last stories are told to their end, and no other begins
                traffic.changeRate(0.001, traffic.nextDueAt());
            }
        }
        return new Load(records);
    }

    private static void add(Sent sent, TrafficOptions options, List<Entry> records) {
        if (sent.topic().equals(options.eventsTopic())) {
            records.add(new Entry(null, sent.key(), sent.value()));
        }
    }

    private static List<Entry> oddities(String run) {
        String gone = "gone-" + run;
        String done = "done-" + run;
        return List.of(
                entry(gone, "{'eventId':'1','taskId':'%s','type':'SUBMITTED','patch':{'title':'a'}}"),
                entry(done, "{'eventId':'1','taskId':'%s','type':'COMPLETED','patch':{'title':'b'}}"),
                entry(gone, "{'eventId':'2','taskId':'%s','type':'DELETED'}"),
                entry(done, "{'eventId':'2','taskId':'%s','type':'RETRY'}"),
                entry(gone, "{'eventId':'3','taskId':'%s','type':'STARTED'}"),
                entry(done, "{'eventId':'1','taskId':'%s','type':'COMPLETED','patch':{'title':'c'}}"),
                new Entry(null, null, new byte[] {0, 0, 0, 0, 7, (byte) 0xff, (byte) 0xfe}));
    }

    /** Single quotes stand for double ones, {@code %s} for the task's id. */
    public static Entry entry(String taskId, String json) {
        return new Entry(null, taskId, json.replace('\'', '"').formatted(taskId).getBytes(StandardCharsets.UTF_8));
    }

    public static Load of(Entry... records) {
        return new Load(List.of(records));
    }

    /** Sends them and returns when the broker has them all. */
    public void sendTo(Site site) {
        try (Producer<String, byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        Site.stack().bootstrapServers(),
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        // a broker that was killed may give out a producer id twice, and then refuse its second holder
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        false,
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                        1),
                new StringSerializer(),
                new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (Entry record : records) {
                sent.add(producer.send(new ProducerRecord<>(site.topic(), record.partition, record.key, record.value)));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker did not take a record", e);
        }
    }
}
