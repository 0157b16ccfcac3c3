package io.landfall.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What many write first: a consumer that sends every event as an upsert, 1,000 a bulk, in 2 threads, and commits. No
 * state machine, no look at order, repetition or errors. Merging: the events of a task in one batch become one upsert.
 * A process of its own, run until it is stopped.
 */
final class BareLoop {
    private static final int THREADS = 2;
    private static final int BATCH = 1_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Elastic elastic;
    private final String index;
    private final boolean merging;

    private BareLoop(String url, String index, boolean merging) {
        this.elastic = new Elastic(url);
        this.index = index;
        this.merging = merging;
    }

    /** Arguments: brokers, topic, group, Elasticsearch's address, index, {@code plain} or {@code merging}. */
    public static void main(String[] args) {
        BareLoop loop = new BareLoop(args[3], args[4], args[5].equals("merging"));
        for (int thread = 0; thread < THREADS; thread++) {
            new Thread(() -> loop.run(args[0], args[1], args[2]), "bare-loop-" + thread).start();
        }
    }

    private void run(String brokers, String topic, String group) {
        try (KafkaConsumer<String, byte[]> consumer = consumer(brokers, group)) {
            consumer.subscribe(List.of(topic));
            BulkBody body = new BulkBody(index);
            while (true) {
                List<ConsumerRecord<String, byte[]>> batch = batch(consumer);
                if (!batch.isEmpty()) {
                    write(batch, body);
                    consumer.commitSync();
                }
            }
        } catch (IOException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static List<ConsumerRecord<String, byte[]>> batch(KafkaConsumer<String, byte[]> consumer) {
        List<ConsumerRecord<String, byte[]>> batch = new ArrayList<>(2 * BATCH);
        while (batch.size() < BATCH) {
            int before = batch.size();
            consumer.poll(POLL).forEach(batch::add);
            if (batch.size() == before) {
                break;
            }
        }
        return batch;
    }

    private void write(List<ConsumerRecord<String, byte[]>> batch, BulkBody body) throws IOException {
        if (merging) {
            Map<String, ObjectNode> documents = new LinkedHashMap<>();
            for (ConsumerRecord<String, byte[]> record : batch) {
                merge(documents.computeIfAbsent(record.key(), id -> JSON.createObjectNode()), document(record.value()));
            }
            for (Map.Entry<String, ObjectNode> document : documents.entrySet()) {
                body.upsert(document.getKey(), JSON.writeValueAsBytes(document.getValue()));
            }
        } else {
            for (ConsumerRecord<String, byte[]> record : batch) {
                body.upsert(record.key(), JSON.writeValueAsBytes(document(record.value())));
            }
        }
        int refused = elastic.bulk(body.take());
        if (refused > 0) {
            System.err.println(Instant.now() + " refused: " + refused);
        }
    }

    private static void merge(ObjectNode into, ObjectNode later) {
        JsonNode before = into.get("landfall");
        JsonNode after = later.get("landfall");
        into.setAll(later);
        if (before instanceof ObjectNode both) {
            both.setAll((ObjectNode) after);
            into.set("landfall", both);
        }
    }

    private static ObjectNode document(byte[] value) throws IOException {
        JsonNode event = JSON.readTree(value);
        ObjectNode document = event.has("patch") ? (ObjectNode) event.get("patch") : JSON.createObjectNode();
        ObjectNode landfall = document.putObject("landfall");
        landfall.put("state", state(event.get("type").asText()));
        landfall.set("attempt", event.get("attempt"));
        for (String field : List.of("taskType", "model")) {
            if (event.has(field)) {
                landfall.set(field, event.get(field));
            }
        }
        return document;
    }

    private static String state(String type) {
        return switch (type) {
            case "SUBMITTED" -> "TO_ANALYZE";
            case "COMPLETED" -> "ANALYZED";
            default -> "ANALYZING";
        };
    }

    private static KafkaConsumer<String, byte[]> consumer(String brokers, String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers,
                        "group.id", group,
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", false,
                        "max.poll.records", BATCH),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }
}
