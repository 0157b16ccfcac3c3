package io.landfall.outbox;

import java.util.HashMap;
import java.util.Map;

import jakarta.validation.constraints.NotBlank;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How every Kafka client of ours finds its brokers and shows who it is.
 *
 * @param brokers with commas between
 * @param properties of Kafka's clients, by Kafka's names, such as {@code security.protocol}; for routes and for everything else
 */
@Validated
@ConfigurationProperties("landfall.kafka")
public record KafkaConnection(
        @DefaultValue("127.0.0.1:9092") @NotBlank String brokers, @DefaultValue Map<String, String> properties) {
    public KafkaConnection {
        properties = Map.copyOf(properties);
    }

    /** The settings of a client: ours, and those of its own, which win. */
    public Map<String, Object> client(Map<String, Object> own) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("bootstrap.servers", brokers);
        all.putAll(own);
        return all;
    }

    /** The record's own would print passwords. */
    @Override
    public String toString() {
        return "KafkaConnection[" + brokers + ", " + properties.keySet() + "]";
    }
}
