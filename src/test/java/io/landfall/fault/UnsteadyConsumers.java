package io.landfall.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

import org.apache.camel.component.kafka.DefaultKafkaClientFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Primary;

/** Makes consumers of which one poll fails, with records in its hands, when a file says so. */
@Primary
final class UnsteadyConsumers extends DefaultKafkaClientFactory {
    /** The key that names the file. */
    static final String KEY = "test.poll-fault-file";

    private final Path file;

    UnsteadyConsumers(@Value("${" + KEY + "}") Path file) {
        this.file = file;
    }

    @Override
    public Consumer<?, ?> getConsumer(Properties properties) {
        return new KafkaConsumer<>(properties) {
            @Override
            public ConsumerRecords<Object, Object> poll(Duration timeout) {
                ConsumerRecords<Object, Object> records = super.poll(timeout);
                if (!records.isEmpty() && taken()) {
                    throw new KafkaException("made by a test, with " + records.count() + " records in hand");
                }
                return records;
            }
        };
    }

    private boolean taken() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            return false;
        }
    }
}
