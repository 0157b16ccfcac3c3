package io.landfall.land;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.RouteController;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.Landfall;
import io.landfall.fault.EsProxy;
import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

/**
 * The product with topics, group, tables and index of its own, named after it, and a proxy before its view. {@code send} puts records on its events
 * topic, {@code settled} waits for their end and says what became of them.
 */
final class Landing implements AutoCloseable {
    static final int PARTITIONS = 2;
    private static final String RECEIVE = "receive-events";
    private static final String LARGEST = Integer.toString(64 * 1024 * 1024);

    private final String name;
    private final EsProxy proxy;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final ConfigurableApplicationContext product;
    private final Traces traces;

    private Landing(String name, Map<String, String> keys) {
        LocalStack stack = SharedStack.get();
        this.name = name;
        this.proxy = EsProxy.before(stack.elasticsearchUrl());
        this.admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", stack.bootstrapServers(),
                        "max.request.size", LARGEST,
                        "buffer.memory", LARGEST),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        createTopics();
        this.product = new SpringApplicationBuilder(Landfall.class).run(arguments(stack, keys));
        this.traces = new Traces(
                product.getBean(JdbcTemplate.class),
                stack.elasticsearchUrl(),
                stack.bootstrapServers(),
                name,
                deadLetters(),
                dispatch(),
                alarms());
    }

    static Landing start(String name, Map<String, String> keys) {
        return new Landing(name, keys);
    }

    private void createTopics() {
        // as large and as wrong about the time as a topic may let a record be
        Map<String, String> lenient =
                Map.of("max.message.bytes", LARGEST, "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
        get(admin.createTopics(List.of(
                        new NewTopic(events(), Optional.of(PARTITIONS), Optional.empty()).configs(lenient),
                        new NewTopic(deadLetters(), Optional.of(1), Optional.empty()),
                        new NewTopic(dispatch(), Optional.of(1), Optional.empty()),
                        new NewTopic(commands(), Optional.of(1), Optional.empty()),
                        new NewTopic(alarms(), Optional.of(1), Optional.empty()),
                        new NewTopic(calls(), Optional.of(1), Optional.empty())))
                .all());
    }

    private String[] arguments(LocalStack stack, Map<String, String> keys) {
        String schema = "landing_" + name.replace('-', '_');
        Map<String, String> all = new HashMap<>(Map.of(
                "spring.datasource.url",
                stack.jdbcUrl(),
                "spring.datasource.username",
                stack.jdbcUser(),
                "spring.datasource.password",
                stack.jdbcPassword(),
                "spring.datasource.hikari.schema",
                schema,
                "spring.flyway.schemas",
                schema,
                "spring.flyway.default-schema",
                schema,
                "camel.main.name",
                "landfall-" + name,
                "server.port",
                "0"));
        all.put("landfall.admin-password", "only-for-tests");
        all.put("landfall.kafka.brokers", stack.bootstrapServers());
        all.put("landfall.events.topic", events());
        all.put("landfall.events.group", "landing-" + name);
        all.put("landfall.topics.dead-letters", deadLetters());
        all.put("landfall.topics.dispatch", dispatch());
        all.put("landfall.topics.commands", commands());
        all.put("landfall.topics.alarms", alarms());
        all.put("landfall.topics.model-calls", calls());
        all.put("landfall.calls.group", "landing-" + name + "-calls");
        all.put("landfall.commands.enabled", "true");
        all.put("landfall.commands.group", "landing-" + name + "-commands");
        all.put("landfall.view.url", proxy.url());
        all.put("landfall.view.indices", name);
        // one look, at the start: failures stay as the test made them
        all.put("landfall.compensation.period", "1h");
        all.putAll(keys);
        return all.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new);
    }

    String events() {
        return "landing-" + name + "-events";
    }

    String deadLetters() {
        return "landing-" + name + "-dead-letters";
    }

    String dispatch() {
        return "landing-" + name + "-dispatch";
    }

    /** A part of the running product. */
    <T> T part(Class<T> type) {
        return product.getBean(type);
    }

    /** Where it is asked over HTTP. */
    int port() {
        return Integer.parseInt(product.getEnvironment().getRequiredProperty("local.server.port"));
    }

    String commands() {
        return "landing-" + name + "-commands";
    }

    String alarms() {
        return "landing-" + name + "-alarms";
    }

    String calls() {
        return "landing-" + name + "-calls";
    }

    /** What stands between the product and its view. */
    EsProxy proxy() {
        return proxy;
    }

    /** Each under its task id as the key, in this order. */
    List<RecordMetadata> send(Fact... facts) {
        return send(List.of(facts));
    }

    List<RecordMetadata> send(List<Fact> facts) {
        List<Future<RecordMetadata>> sent = new ArrayList<>(facts.size());
        for (Fact fact : facts) {
            sent.add(producer.send(new ProducerRecord<>(events(), fact.taskId().getBytes(UTF_8), fact.bytes())));
        }
        return sent.stream().map(Landing::get).toList();
    }

    /** A record without a key on the first partition, where all such records keep their order. */
    RecordMetadata sendValue(byte[] value, Header... headers) {
        return send(0, null, null, value, headers);
    }

    RecordMetadata send(Integer partition, Long timestamp, byte[] key, byte[] value, Header... headers) {
        return get(producer.send(new ProducerRecord<>(events(), partition, timestamp, key, value, List.of(headers))));
    }

    /** Everything sent so far is settled. */
    Traces settled() {
        return settled(Wait.MOST);
    }

    Traces settled(Duration bound) {
        await().atMost(bound).until(this::isSettled);
        return traces;
    }

    boolean isSettled() {
        return committed().equals(ends());
    }

    /** Everything sent so far is settled, and so are the messages that it caused. */
    Traces relayed() {
        settled();
        await().atMost(Wait.MOST).until(traces::isOutboxEmpty);
        return traces;
    }

    /** What is known now, settled or not. */
    Traces traces() {
        return traces;
    }

    /** Where each partition ends now. */
    Map<TopicPartition, Long> ends() {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            latest.put(new TopicPartition(events(), partition), OffsetSpec.latest());
        }
        return get(admin.listOffsets(latest).all()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }

    /** All calls told so far are on record. */
    void callsRecorded() {
        TopicPartition only = new TopicPartition(calls(), 0);
        await().atMost(Wait.MOST).until(() -> {
            OffsetAndMetadata committed = get(admin.listConsumerGroupOffsets("landing-" + name + "-calls")
                            .partitionsToOffsetAndMetadata())
                    .get(only);
            return committed != null
                    && committed.offset()
                            >= get(admin.listOffsets(Map.of(only, OffsetSpec.latest()))
                                            .all())
                                    .get(only)
                                    .offset();
        });
    }

    private Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> committed = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            committed.put(new TopicPartition(events(), partition), 0L);
        }
        get(admin.listConsumerGroupOffsets("landing-" + name).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> committed.put(partition, offset.offset()));
        return committed;
    }

    /** One batch of each partition may be under way at a time. */
    void untilEachPartitionHasAConsumer() {
        String group = "landing-" + name;
        await().atMost(Wait.MOST)
                .until(() ->
                        get(admin.describeConsumerGroups(List.of(group))
                                                .describedGroups()
                                                .get(group))
                                        .members()
                                        .stream()
                                        .filter(member -> member.assignment()
                                                        .topicPartitions()
                                                        .size()
                                                == 1)
                                        .count()
                                == PARTITIONS);
    }

    /** A record on the topic of model calls. */
    RecordMetadata call(byte[] key, byte[] value, Header... headers) {
        return get(producer.send(new ProducerRecord<>(calls(), null, null, key, value, List.of(headers))));
    }

    /** A message on the topic of commands. */
    void command(String message) {
        get(producer.send(new ProducerRecord<>(commands(), message.getBytes(UTF_8))));
    }

    boolean hasTopic(String topic) {
        return get(admin.listTopics().names()).contains(topic);
    }

    /** What is sent while nothing is received waits, and comes in one batch afterwards. */
    void whileNotReceiving(Runnable sending) {
        whileStopped(RECEIVE, sending);
    }

    /** The route goes on afterwards, whatever happens meanwhile. */
    void whileStopped(String route, Runnable work) {
        RouteController routes = product.getBean(CamelContext.class).getRouteController();
        try {
            routes.stopRoute(route);
            try {
                work.run();
            } finally {
                routes.startRoute(route);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything since then is delivered once more, as after a crash that came before the commit. */
    void replay(Map<TopicPartition, Long> since) {
        Map<TopicPartition, OffsetAndMetadata> back = since.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue())));
        // the group must have noticed that its members are gone
        whileNotReceiving(() -> await().atMost(Wait.MOST).ignoreExceptions().until(() -> {
            get(admin.alterConsumerGroupOffsets("landing-" + name, back).all());
            return true;
        }));
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() throws Exception {
        proxy.behave(EsProxy.TRANSPARENT);
        product.close();
        producer.close();
        admin.close();
        traces.close();
        proxy.close();
    }
}
