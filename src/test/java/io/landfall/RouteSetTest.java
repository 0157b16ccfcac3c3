package io.landfall;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import static org.assertj.core.api.Assertions.assertThat;

/** The real {@code routes/} folder keeps the rules of the house. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouteSetTest {
    private static final String SUFFIX = ".camel.yaml";
    /** What a step may be asked in; a script would be logic without a test. */
    private static final Set<String> LANGUAGES = Set.of("simple", "constant", "header", "exchangeProperty", "method");

    private static final Set<String> KEYS_OF_A_ROUTE =
            Set.of("id", "group", "description", "note", "precondition", "from", "autoStartup", "errorHandler");

    private record RouteFile(String name, Map<String, Object> route) {
        String id() {
            return String.valueOf(route.get("id"));
        }

        Map<String, Object> from() {
            return map(route.get("from"));
        }

        String uri() {
            return String.valueOf(from().get("uri"));
        }

        List<Step> steps() {
            List<Step> steps = new ArrayList<>();
            collect(from(), steps);
            return steps;
        }
    }

    private record Step(String kind, Map<String, Object> content) {}

    private final List<Object> configurations = new ArrayList<>();
    private final List<RouteFile> routes = read();

    private List<RouteFile> read() {
        List<RouteFile> files = new ArrayList<>();
        try (Stream<Path> folder = Files.list(Path.of("routes"))) {
            for (Path path : folder.sorted().toList()) {
                String name = path.getFileName().toString();
                assertThat(name).matches("\\d\\d-[a-z0-9-]+\\.camel\\.yaml");
                for (Object part : parts(path)) {
                    if (map(part).containsKey("route")) {
                        files.add(new RouteFile(name, map(map(part).get("route"))));
                    } else {
                        configurations.add(part);
                    }
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return files;
    }

    private static List<?> parts(Path path) throws IOException {
        try (Reader text = Files.newBufferedReader(path)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        }
    }

    @Test
    void every_route_has_a_file_of_its_own_and_its_name() {
        assertThat(routes).hasSizeGreaterThanOrEqualTo(7);
        assertThat(routes)
                .allSatisfy(file -> assertThat(file.name().substring(3)).isEqualTo(file.id() + SUFFIX));
        assertThat(routes).extracting(RouteFile::name).doesNotHaveDuplicates();
    }

    @Test
    void every_route_says_what_it_does_and_where_it_belongs() {
        assertThat(routes).allSatisfy(file -> {
            assertThat(String.valueOf(file.route().get("description")))
                    .as(file.id())
                    .matches("(?s)[A-Z].*\\.");
            assertThat(file.route().get("group")).as(file.id()).isInstanceOf(String.class);
            assertThat(KEYS_OF_A_ROUTE).as(file.id()).containsAll(file.route().keySet());
        });
    }

    @Test
    void every_step_has_a_name_of_its_own() {
        List<Object> ids = new ArrayList<>();
        for (RouteFile file : routes) {
            assertThat(file.steps()).as(file.id()).isNotEmpty().allSatisfy(step -> assertThat(step.content())
                    .as(file.id() + " " + step.kind())
                    .containsKey("id"));
            file.steps().forEach(step -> ids.add(step.content().get("id")));
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void every_direct_call_has_exactly_one_route_and_every_direct_route_is_called() {
        List<String> taken = routes.stream()
                .map(RouteFile::uri)
                .filter(uri -> uri.startsWith("direct:"))
                .toList();
        assertThat(taken).doesNotHaveDuplicates();
        Set<String> called = new HashSet<>();
        Stream.concat(steps("to"), steps("wireTap"))
                .forEach(step -> called.add(String.valueOf(step.content().get("uri"))));
        called.removeIf(uri -> !uri.startsWith("direct:"));
        assertThat(taken).containsAll(called);
        assertThat(routes)
                .filteredOn(file -> file.uri().startsWith("direct:"))
                .allSatisfy(file -> assertThat(file.uri()).isEqualTo("direct:" + file.id()));
        assertThat(taken).filteredOn(uri -> !uri.startsWith("direct:verify-")).allMatch(called::contains);
    }

    @Test
    void no_route_holds_a_script_or_a_statement() {
        assertThat(routes.stream().flatMap(file -> file.steps().stream()))
                .noneMatch(step -> step.kind().equals("script"));
        for (RouteFile file : routes) {
            for (Step step : file.steps()) {
                if (step.content().get("expression") != null) {
                    Map<String, Object> expression = map(step.content().get("expression"));
                    assertThat(LANGUAGES).as(file.id()).containsAll(expression.keySet());
                }
                String uri = String.valueOf(step.content().get("uri"));
                assertThat(uri).as(file.id()).doesNotMatch("(?i)sql:\\s*(select|insert|update|delete|with)\\b.*");
            }
        }
        steps("setBody").forEach(step -> assertThat(step.content().toString().toLowerCase(java.util.Locale.ROOT))
                .doesNotContain("select ", "insert ", "update ", "delete "));
    }

    @Test
    void every_hand_that_a_route_names_is_there() {
        steps("bean").forEach(step -> {
            String bean = String.valueOf(step.content().get("ref"));
            String name = "io.landfall.corridor." + Character.toUpperCase(bean.charAt(0)) + bean.substring(1);
            assertThat(name.replace('.', '/') + ".class")
                    .satisfies(file -> assertThat(getClass().getClassLoader().getResource(file))
                            .as(name)
                            .isNotNull());
        });
    }

    @Test
    void every_statement_that_a_route_names_is_there() {
        steps("setBody").forEach(step -> {
            Object constant = map(step.content().get("expression")).get("constant");
            String text = String.valueOf(constant == null ? "" : map(constant).get("expression"));
            if (text.startsWith("resource:classpath:")) {
                String file = text.substring("resource:classpath:".length());
                assertThat(getClass().getClassLoader().getResource(file))
                        .as(file)
                        .isNotNull();
            }
        });
    }

    /**
     * Others lose records, or jump over them; see the route's note. How partitions are shared (partitionAssignor) is none of them:
     * all consumers of a group must agree, so it is one key for all routes, landfall.kafka.assignors. Nor is groupInstanceId: the
     * consumers of a route would fence each other; landfall.kafka.static-members names each of them.
     */
    @Test
    void events_are_received_with_the_only_options_that_lose_nothing() {
        assertThat(routes)
                .filteredOn(file -> file.uri().startsWith("kafka:"))
                .isNotEmpty()
                .allSatisfy(file -> {
                    Map<String, Object> options = map(file.from().get("parameters"));
                    assertThat(options)
                            .containsEntry("batching", true)
                            .containsEntry("allowManualCommit", true)
                            .containsEntry("autoCommitEnable", false)
                            .containsEntry("breakOnFirstError", true)
                            .containsEntry("pollOnError", "RECONNECT")
                            .containsEntry("autoOffsetReset", "earliest")
                            .containsEntry("isolationLevel", "read_committed")
                            .containsEntry("keyDeserializer", BYTES)
                            .containsEntry("valueDeserializer", BYTES);
                    assertThat(options.keySet())
                            .containsExactlyInAnyOrder(
                                    "brokers",
                                    "groupId",
                                    "consumersCount",
                                    "batching",
                                    "maxPollRecords",
                                    "batchingIntervalMs",
                                    "pollTimeoutMs",
                                    "fetchMaxBytes",
                                    "maxPartitionFetchBytes",
                                    "maxPollIntervalMs",
                                    "allowManualCommit",
                                    "autoCommitEnable",
                                    "breakOnFirstError",
                                    "pollOnError",
                                    "autoOffsetReset",
                                    "isolationLevel",
                                    "keyDeserializer",
                                    "valueDeserializer");
                    Step last = file.steps().get(file.steps().size() - 1);
                    assertThat(last.content()).containsEntry("ref", "commitOffsets");
                });
    }

    @Test
    void commands_are_not_taken_unless_somebody_says_so() {
        assertThat(routes.stream()
                        .filter(file -> file.route().containsKey("autoStartup"))
                        .collect(java.util.stream.Collectors.toMap(
                                RouteFile::id, file -> file.route().get("autoStartup"))))
                .isEqualTo(Map.of(
                        "commands", "{{landfall.commands.enabled}}",
                        "record-model-calls", "{{landfall.calls.enabled}}"));
    }

    private static final String BYTES = "org.apache.kafka.common.serialization.ByteArrayDeserializer";

    @Test
    void what_is_sent_to_kafka_waits_for_all_replicas() {
        Stream<Step> sends = steps("to")
                .filter(step -> String.valueOf(step.content().get("uri")).startsWith("kafka:"));
        assertThat(sends).isNotEmpty().allSatisfy(step -> assertThat(
                        map(step.content().get("parameters")))
                .containsEntry("requestRequiredAcks", "all")
                .containsEntry("synchronous", true));
    }

    /** If only a calling route had an error handler, it would never run for what it calls. */
    @Test
    void one_nameless_configuration_handles_the_errors_of_all_routes() {
        assertThat(configurations).hasSize(1);
        Map<String, Object> all = map(map(configurations.get(0)).get("routeConfiguration"));
        assertThat(all).doesNotContainKey("id");
        assertThat(map(all.get("errorHandler"))).containsOnlyKeys("noErrorHandler");
    }

    private Stream<Step> steps(String kind) {
        return routes.stream().flatMap(file -> file.steps().stream()).filter(step -> step.kind()
                .equals(kind));
    }

    /** The steps of a block and of every block within. */
    private static void collect(Map<String, Object> block, List<Step> steps) {
        for (Map.Entry<String, Object> entry : block.entrySet()) {
            if (entry.getKey().equals("steps")) {
                for (Object one : (List<?>) entry.getValue()) {
                    map(one).forEach((kind, content) -> {
                        steps.add(new Step(kind, map(content)));
                        collect(map(content), steps);
                    });
                }
            } else if (List.of("doCatch", "when").contains(entry.getKey())) {
                ((List<?>) entry.getValue()).forEach(branch -> branch(entry.getKey(), branch, steps));
            } else if (List.of("doFinally", "otherwise").contains(entry.getKey())) {
                branch(entry.getKey(), entry.getValue(), steps);
            }
        }
    }

    private static void branch(String kind, Object content, List<Step> steps) {
        steps.add(new Step(kind, map(content)));
        collect(map(content), steps);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object content) {
        return (Map<String, Object>) content;
    }
}
