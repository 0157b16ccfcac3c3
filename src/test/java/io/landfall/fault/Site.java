package io.landfall.fault;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Topics;

/**
 * A place of its own on the shared stack: topic, group, tables and index that no other test uses.
 *
 * @param partitions of the topic
 */
public record Site(String topic, String group, String schema, String index, int partitions) {
    /** An empty one; the name is small letters and digits, and no other site's name begins with it. */
    public static Site fresh(String name, int partitions) {
        Site site = new Site(name + ".events", name, name, name, partitions);
        site.createTopics();
        return site;
    }

    void createTopics() {
        Topics.createMissing(stack().bootstrapServers(), List.of(topic), partitions);
        Topics.createMissing(stack().bootstrapServers(), List.of(deadLetters(), dispatch(), alarms(), calls()), 1);
    }

    static LocalStack stack() {
        return SharedStack.get();
    }

    private String deadLetters() {
        return topic + ".dead";
    }

    private String dispatch() {
        return topic + ".dispatch";
    }

    private String alarms() {
        return topic + ".alarms";
    }

    String calls() {
        return topic + ".calls";
    }

    /** The keys that put a node of the product here. */
    public Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("spring.datasource.url", stack().jdbcUrl());
        keys.put("spring.datasource.username", stack().jdbcUser());
        keys.put("spring.datasource.password", stack().jdbcPassword());
        keys.put("spring.datasource.hikari.schema", schema);
        keys.put("spring.datasource.hikari.maximum-pool-size", "5");
        keys.put("spring.flyway.schemas", schema);
        keys.put("spring.flyway.default-schema", schema);
        keys.put("landfall.kafka.brokers", stack().bootstrapServers());
        keys.put("landfall.events.topic", topic);
        keys.put("landfall.events.group", group);
        keys.put("landfall.topics.dead-letters", deadLetters());
        keys.put("landfall.topics.dispatch", dispatch());
        // one look, at the start: failures stay as the test made them
        keys.put("landfall.compensation.period", "1h");
        keys.put("landfall.topics.alarms", alarms());
        keys.put("landfall.topics.model-calls", calls());
        keys.put("landfall.calls.group", group + ".calls");
        keys.put("landfall.view.url", stack().elasticsearchUrl());
        keys.put("landfall.view.indices", index);
        keys.put("landfall.view.properties", "{\"durationSeconds\":{\"type\":\"float\"}}");
        keys.put("landfall.audit.at", "-");
        keys.put("landfall.audit.settle", "2s");
        return keys;
    }

    /** Its tables. */
    public JdbcTemplate ledger() {
        return new JdbcTemplate(new DriverManagerDataSource(stack().jdbcUrl() + "&currentSchema=" + schema));
    }

    /** How many rows of its tables that is: {@code task where ...}. */
    public long count(String what) {
        Long count = ledger().queryForObject("select count(*) from " + what, Long.class);
        return count == null ? 0 : count;
    }

    /** A sum over all nodes and partitions. */
    public long booked(String column) {
        Long sum = ledger().queryForObject("select coalesce(sum(" + column + "), 0) from books", Long.class);
        return sum == null ? 0 : sum;
    }

    /** The consumer group on the topic; to be closed. */
    public Offsets offsets() {
        return new Offsets(stack().bootstrapServers(), topic, group);
    }
}
