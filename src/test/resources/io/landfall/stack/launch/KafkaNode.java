package io.landfall.stack.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** Formats the log folder if it is new, then runs the broker: one JVM start instead of two. */
public final class KafkaNode {
    private KafkaNode() {}

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(Path.of(args[0]))) {
            properties.load(in);
        }
        Path formatted = Path.of(properties.getProperty("log.dirs"), "meta.properties");
        if (Files.notExists(formatted)) {
            String[] format = {"format", "--config", args[0], "--cluster-id", Uuid.randomUuid().toString()};
            int code = StorageTool.execute(format, System.out);
            if (code != 0) {
                System.exit(code);
            }
        }
        Kafka.main(args);
    }
}
