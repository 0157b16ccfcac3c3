package io.landfall.fault;

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
import org.springframework.boot.SpringApplication;

import io.landfall.Landfall;

/** The product with a consumer whose poll fails once, with records in its hands, when a file says so. */
final class UnsteadyLandfall {
    /** The key that names the file. */
    static final String KEY = "test.poll-fault-file";

    private UnsteadyLandfall() {}

    public static void main(String[] args) {
        new SpringApplication(Landfall.class, UnsteadyConsumers.class).run(args);
    }

    /** No component: the demo scans the test classes too. */
    static final class UnsteadyConsumers extends DefaultKafkaClientFactory {
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
            } catch (java.io.IOException e) {
                return false;
            }
        }
    }
}
