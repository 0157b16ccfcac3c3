package io.landfall.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.fault.Site;
import io.landfall.stack.Leash;
import io.landfall.stack.LocalStack;
import io.landfall.stack.Ports;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Unprivileged;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the Dockerfile would make of the jar that was just built, started with the command line of the image and the environment of the
 * compose file, by a user who can change nothing but a folder for temporary files. What is not tried: the base image, and the engine.
 */
class ImageIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    /** 128 and the number of SIGTERM. */
    private static final int ENDED_BY_TERM = 143;

    private static final Dockerfile DOCKERFILE = Dockerfile.read();
    private static final Compose COMPOSE = Compose.read();
    private static ImageFolder folder;
    private static Path temporary;

    @BeforeAll
    static void build() throws Exception {
        assertThat(TARGET.resolve("landfall-" + DOCKERFILE.version() + ".jar")).isRegularFile();
        folder = ImageFolder.make(DOCKERFILE, "simulator", TARGET.resolve("image"));
        temporary = Files.createDirectories(TARGET.resolve("image-tmp"));
        Unprivileged.now().own(temporary);
    }

    @AfterAll
    static void remove() throws Exception {
        ImageFolder.remove(TARGET.resolve("image"));
        ImageFolder.remove(TARGET.resolve("image-layers"));
        ImageFolder.remove(temporary);
    }

    @Test
    void no_layer_is_left_behind() throws Exception {
        Path extracted = TARGET.resolve("image-layers/layers/extracted");
        try (Stream<Path> layers = Files.list(extracted)) {
            for (Path layer : layers.toList()) {
                try (Stream<Path> files = Files.walk(layer)) {
                    assertThat(files.filter(Files::isRegularFile).map(layer::relativize))
                            .allSatisfy(file ->
                                    assertThat(folder.work().resolve(file)).isRegularFile());
                }
            }
        }
        assertThat(folder.work().resolve("landfall.jar")).isRegularFile();
        assertThat(folder.work().resolve("lib")).isDirectoryContaining("glob:**/camel-kafka-*.jar");
    }

    @Test
    void it_lands_events_of_every_compression_and_ends_in_order() throws Exception {
        Site site = Site.fresh("imagesite", 2);
        Map<String, String> environment = environment(site);
        Map<String, String> before = folder.files();
        Path log = Files.createDirectories(TARGET.resolve("fault")).resolve("image.log");
        Files.deleteIfExists(log);
        Path classes = temporary.resolve("classes.log");
        environment.compute("JDK_JAVA_OPTIONS", (name, options) -> options + " -Xlog:class+load:file=" + classes);
        assertThat(isHealthy(environment)).as("nobody is there yet").isFalse();

        Process node = start("landfall", environment, log);
        try {
            awaitWhile(node, log).atMost(Wait.MOST).until(() -> isHealthy(environment));
            List<String> compressions = List.of("none", "gzip", "snappy", "lz4", "zstd");
            compressions.forEach(compression -> send(site, compression));
            awaitWhile(node, log)
                    .atMost(Wait.MOST)
                    .until(() -> site.count("task where state = 'ANALYZED' and landed_version = version")
                            == compressions.size());
            assertThat(site.ledger().queryForList("select distinct node from books", String.class))
                    .containsExactly("landfall-1");
            node.destroy();
            assertThat(node.waitFor(stopGrace().toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            node.destroyForcibly();
        }
        assertThat(node.exitValue()).as(log.toString()).isEqualTo(ENDED_BY_TERM);
        assertThat(Files.readString(log))
                .contains("Graceful shutdown complete", "(landfall) shutdown in")
                .doesNotContain(" ERROR ");
        assertThat(Files.readString(classes)).contains("io.landfall.Landfall source: shared objects file (top)");
        assertThat(unread(site)).isZero();
        assertThat(site.ledger()
                        .queryForObject(
                                "select sum(number) from overview_flow where kind = 'all-documents' and step = 10",
                                Long.class))
                .as("the overview has what landed, up to the stop")
                .isEqualTo(5);
        assertThat(folder.files()).isEqualTo(before);
    }

    @Test
    void the_simulator_sends_traffic_until_it_is_stopped() throws Exception {
        Site site = Site.fresh("imagesimulator", 2);
        Map<String, String> environment = new LinkedHashMap<>(image("simulator"));
        COMPOSE.environment("simulator").forEach((name, value) -> environment.put(name, local(value)));
        environment.put("LANDFALL_DEMO_RATE", "50");
        environment.put("LANDFALL_DEMO_EVENTS_TOPIC", site.topic());
        environment.put("LANDFALL_DEMO_CALLS_TOPIC", site.keys().get("landfall.topics.model-calls"));
        environment.put("LANDFALL_TOPICS_DISPATCH", site.keys().get("landfall.topics.dispatch"));
        Path log = Files.createDirectories(TARGET.resolve("fault")).resolve("image-simulator.log");
        Files.deleteIfExists(log);

        Process simulator = start("simulator", environment, log);
        try {
            awaitWhile(simulator, log).atMost(Wait.MOST).until(() -> unread(site) > 20);
            simulator.destroy();
            assertThat(simulator.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            simulator.destroyForcibly();
        }
        assertThat(simulator.exitValue()).as(log.toString()).isEqualTo(ENDED_BY_TERM);
        assertThat(Files.readString(log)).contains("traffic: 50.0 tasks/s").doesNotContain(" ERROR ", " DEBUG ");
    }

    private static Process start(String stage, Map<String, String> environment, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "-i"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        DOCKERFILE
                .last(stage, "ENTRYPOINT")
                .exec()
                .forEach(word -> command.add(word.equals("java") ? ImageFolder.JAVA : word));
        return Leash.start(Unprivileged.now().wrap(command), "TERM", folder.work(), log);
    }

    /** Of the image and the compose file, with the local stack's servers, and the site's names for everything in them. */
    private static Map<String, String> environment(Site site) {
        Map<String, String> environment = new LinkedHashMap<>(image("landfall"));
        COMPOSE.environment("landfall-1").forEach((name, value) -> environment.put(name, local(value)));
        environment.put("SERVER_PORT", Integer.toString(Ports.free()));
        site.keys()
                .forEach((key, value) -> environment.putIfAbsent(
                        key.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", ""), value));
        return environment;
    }

    private static Map<String, String> image(String stage) {
        Map<String, String> environment = DOCKERFILE.environment(stage);
        environment.compute(
                "JDK_JAVA_OPTIONS",
                (name, options) -> options + " -XX:MaxRAM="
                        + COMPOSE.service("landfall-1").path("mem_limit").asText() + " -Djava.io.tmpdir=" + temporary);
        return environment;
    }

    private static String local(String value) {
        LocalStack stack = SharedStack.get();
        return value.replaceAll("\\$\\{LANDFALL_LEDGER_PASSWORD:[^}]*}", stack.jdbcPassword())
                .replaceAll(Compose.REQUIRED.pattern(), "secret-of-$1")
                .replace("kafka:19092", stack.bootstrapServers())
                .replace("http://elasticsearch:9200", stack.elasticsearchUrl())
                .replace("jdbc:postgresql://postgres:5432/landfall", stack.jdbcUrl())
                .replace("http://alertmanager:9093", "http://127.0.0.1:" + Ports.free());
    }

    private static boolean isHealthy(Map<String, String> environment) throws Exception {
        List<String> check = new ArrayList<>();
        JsonNode test = COMPOSE.service("landfall-1").at("/healthcheck/test");
        test.forEach(word -> check.add(word.asText()));
        assertThat(check.remove(0)).isEqualTo("CMD");
        ProcessBuilder program = new ProcessBuilder(check)
                .directory(folder.work().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        program.environment().put("SERVER_PORT", environment.get("SERVER_PORT"));
        return program.start().waitFor() == 0;
    }

    private static Duration stopGrace() {
        return Duration.parse(
                "PT" + COMPOSE.service("landfall-1").path("stop_grace_period").asText());
    }

    private static org.awaitility.core.ConditionFactory awaitWhile(Process process, Path log) {
        return Awaitility.await(log.toString())
                .pollInterval(Duration.ofMillis(250))
                .failFast("it ended, see " + log, () -> !process.isAlive());
    }

    private static void send(Site site, String compression) {
        Map<String, Object> client =
                Map.of("bootstrap.servers", SharedStack.get().bootstrapServers(), "compression.type", compression);
        String event = "{\"eventId\":\"1\",\"taskId\":\"%s\",\"type\":\"COMPLETED\",\"patch\":{\"text\":\"%s\"}}"
                .formatted(compression, "again and ".repeat(200));
        try (var producer = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            var unused = producer.send(new ProducerRecord<>(site.topic(), compression, event));
        }
    }

    /** Records that nobody has read. */
    private static long unread(Site site) {
        try (var offsets = site.offsets()) {
            return offsets.lag();
        }
    }
}
