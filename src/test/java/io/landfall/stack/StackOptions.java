package io.landfall.stack;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where a local stack keeps its data, which ports of 127.0.0.1 it takes, and settings that are added to each server's own.
 *
 * @param keepData whether data of an earlier run in the same folder is taken up again or removed at the start
 * @param kafka broker settings, as in {@code server.properties}
 * @param elasticsearch node settings, as in {@code elasticsearch.yml}; the node refuses unknown ones
 * @param postgres server settings, as in {@code postgresql.conf}
 */
public record StackOptions(
        Path data,
        int kafkaPort,
        int elasticsearchPort,
        int postgresPort,
        boolean keepData,
        Map<String, String> kafka,
        Map<String, String> elasticsearch,
        Map<String, String> postgres) {

    static final Path TARGET = Path.of("target").toAbsolutePath();
    static final Path TEST_RUNS = TARGET.resolve("stack-test");

    private static final AtomicInteger TEST_STACKS = new AtomicInteger();

    public StackOptions {
        data = data.toAbsolutePath().normalize();
        Ports.check("Kafka", kafkaPort);
        Ports.check("Elasticsearch", elasticsearchPort);
        Ports.check("PostgreSQL", postgresPort);
        kafka = Map.copyOf(kafka);
        elasticsearch = Map.copyOf(elasticsearch);
        postgres = Map.copyOf(postgres);
    }

    /**
     * The stack of the demo: well-known ports and data that survives a restart. Each is overridable by a system property or an
     * environment variable: {@code LANDFALL_DATA} and the keys of {@link Ports}.
     */
    public static StackOptions demo() {
        Path data = Path.of(
                Ports.setting("LANDFALL_DATA").orElse(TARGET.resolve("stack").toString()));
        return new StackOptions(
                data,
                Ports.wanted(Ports.KAFKA_KEY, 29092),
                Ports.wanted(Ports.ELASTICSEARCH_KEY, 29200),
                Ports.wanted(Ports.POSTGRES_KEY, 25432),
                true,
                Map.of(),
                Map.of(),
                Map.of());
    }

    /** A stack for tests: free ports and an empty folder of its own under {@code target/stack-test}. */
    public static StackOptions tests() {
        String run = ProcessHandle.current().pid() + "-" + TEST_STACKS.incrementAndGet();
        return new StackOptions(
                TEST_RUNS.resolve(run), Ports.free(), Ports.free(), Ports.free(), false, Map.of(), Map.of(), Map.of());
    }

    public StackOptions withData(Path folder, boolean keep) {
        return new StackOptions(
                folder, kafkaPort, elasticsearchPort, postgresPort, keep, kafka, elasticsearch, postgres);
    }

    public StackOptions withKafka(String key, String value) {
        return new StackOptions(
                data,
                kafkaPort,
                elasticsearchPort,
                postgresPort,
                keepData,
                plus(kafka, key, value),
                elasticsearch,
                postgres);
    }

    public StackOptions withElasticsearch(String key, String value) {
        return new StackOptions(
                data,
                kafkaPort,
                elasticsearchPort,
                postgresPort,
                keepData,
                kafka,
                plus(elasticsearch, key, value),
                postgres);
    }

    public StackOptions withPostgres(String key, String value) {
        return new StackOptions(
                data,
                kafkaPort,
                elasticsearchPort,
                postgresPort,
                keepData,
                kafka,
                elasticsearch,
                plus(postgres, key, value));
    }

    private static Map<String, String> plus(Map<String, String> settings, String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
        return more;
    }
}
