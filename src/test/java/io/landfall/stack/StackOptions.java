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
 * @param quickStart whether Kafka and Elasticsearch skip the optimizing compiler: half the CPU time for a start, but a lower peak
 * @param kafka broker settings, as in {@code server.properties}; a value that begins with {@code +} is added to the list that
 *     is there, such as a listener
 * @param elasticsearch node settings, as in {@code elasticsearch.yml}; the node refuses unknown ones
 * @param postgres server settings, as in {@code postgresql.conf}
 */
public record StackOptions(
        Path data,
        int kafkaPort,
        int elasticsearchPort,
        int postgresPort,
        boolean keepData,
        boolean quickStart,
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
        String data =
                Ports.setting("LANDFALL_DATA").orElse(TARGET.resolve("stack").toString());
        return new StackOptions(
                Path.of(data),
                Ports.wanted(Ports.KAFKA_KEY, 29092),
                Ports.wanted(Ports.ELASTICSEARCH_KEY, 29200),
                Ports.wanted(Ports.POSTGRES_KEY, 25432),
                true,
                false,
                Map.of(),
                Map.of(),
                Map.of());
    }

    /** A stack for tests: free ports, an empty folder of its own under {@code target/stack-test}, and a quick start. */
    public static StackOptions tests() {
        Path data = TEST_RUNS.resolve(ProcessHandle.current().pid() + "-" + TEST_STACKS.incrementAndGet());
        return new StackOptions(
                data, Ports.free(), Ports.free(), Ports.free(), false, true, Map.of(), Map.of(), Map.of());
    }

    public StackOptions withData(Path folder, boolean keep) {
        return with(folder, keep, quickStart, kafka, elasticsearch, postgres);
    }

    /** For measurements: a slower start, and servers as fast as they can be. */
    public StackOptions withFullSpeed() {
        return with(data, keepData, false, kafka, elasticsearch, postgres);
    }

    public StackOptions withKafka(String key, String value) {
        return with(data, keepData, quickStart, plus(kafka, key, value), elasticsearch, postgres);
    }

    public StackOptions withElasticsearch(String key, String value) {
        return with(data, keepData, quickStart, kafka, plus(elasticsearch, key, value), postgres);
    }

    public StackOptions withPostgres(String key, String value) {
        return with(data, keepData, quickStart, kafka, elasticsearch, plus(postgres, key, value));
    }

    private StackOptions with(
            Path folder,
            boolean keep,
            boolean quick,
            Map<String, String> forKafka,
            Map<String, String> forElasticsearch,
            Map<String, String> forPostgres) {
        return new StackOptions(
                folder,
                kafkaPort,
                elasticsearchPort,
                postgresPort,
                keep,
                quick,
                forKafka,
                forElasticsearch,
                forPostgres);
    }

    private static Map<String, String> plus(Map<String, String> settings, String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
        return more;
    }
}
