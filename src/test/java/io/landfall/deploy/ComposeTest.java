package io.landfall.deploy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;

import static org.assertj.core.api.Assertions.assertThat;

/** docker-compose.yml is a compose file, and says of Landfall what is so. */
class ComposeTest {
    private static final Set<String> NODES = Set.of("landfall-1", "landfall-2");
    private static final Set<String> RUNS_ONCE = Set.of("elasticsearch-user");
    private static final Pattern PLACE = Pattern.compile("(?:://)?([a-z][a-z0-9-]*):(\\d+)");
    private static final Path STACK = Path.of("src/test/java/io/landfall/stack");

    private final Compose compose = Compose.read();

    @Test
    void it_keeps_to_the_schema_of_compose_files() throws Exception {
        ObjectNode text = (ObjectNode) new ObjectMapper().readTree(ComposeTest.class.getResource("compose-spec.json"));
        // a relative one is not for everybody
        text.remove("$id");
        JsonSchema schema = JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(text);
        assertThat(schema.validate(compose.file())).isEmpty();
    }

    @Test
    void each_service_is_pinned_bounded_and_told_of() {
        assertThat(compose.services()).allSatisfy((name, service) -> {
            assertThat(service.path("image").asText()).matches("[a-z0-9./-]+:v?\\d+(\\.\\d+)+(-SNAPSHOT)?");
            assertThat(service.path("mem_limit").asText()).matches("\\d+[mg]");
            assertThat(service.path("logging").path("options").path("max-size").asText())
                    .isNotEmpty();
            if (RUNS_ONCE.contains(name)) {
                assertThat(service.has("restart")).isFalse();
            } else {
                assertThat(service.path("restart").asText()).isEqualTo("unless-stopped");
            }
            if (!RUNS_ONCE.contains(name) && !name.equals("simulator")) {
                assertThat(service.path("healthcheck").path("test").isArray()).isTrue();
            }
        });
    }

    @Test
    void the_servers_are_of_the_versions_that_the_tests_run_against() throws Exception {
        assertThat(tag("kafka")).isEqualTo(version("KafkaRecipe"));
        assertThat(tag("elasticsearch")).isEqualTo(version("ElasticsearchRecipe"));
        assertThat(tag("elasticsearch-user")).isEqualTo(version("ElasticsearchRecipe"));
        // the artifact has a third number of its own
        assertThat(version("PostgresRecipe")).isEqualTo(tag("postgres") + ".0");
    }

    private String tag(String service) {
        return compose.service(service).path("image").asText().replaceAll(".*:", "");
    }

    private static String version(String recipe) throws Exception {
        Matcher version = Pattern.compile("String VERSION = \"([^\"]+)\"")
                .matcher(Files.readString(STACK.resolve(recipe + ".java")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    @Test
    void nothing_is_reached_from_outside_this_machine() {
        Set<String> taken = new TreeSet<>();
        compose.services().forEach((name, service) -> service.path("ports").forEach(port -> {
            assertThat(port.asText()).as(name).matches("127\\.0\\.0\\.1:\\d+:\\d+");
            assertThat(taken.add(port.asText().split(":", -1)[1]))
                    .as(port.asText())
                    .isTrue();
        }));
        assertThat(taken).hasSize(8);
    }

    @Test
    void no_secret_has_a_default_and_the_example_names_them_all() throws Exception {
        Pattern secret = Pattern.compile("(?i).*(password|secret|token|key)$");
        compose.services().keySet().forEach(service -> compose.environment(service)
                .forEach((name, value) -> {
                    if (secret.matcher(name).matches()) {
                        assertThat(value).as(name).matches(Compose.REQUIRED);
                    }
                }));
        assertThat(compose.file().toString().replaceAll(Compose.REQUIRED.pattern(), ""))
                .doesNotContain("${");
        List<String> example = Files.readAllLines(Path.of(".env.example")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertThat(example)
                .containsExactlyInAnyOrderElementsOf(
                        compose.required().stream().map(name -> name + "=").toList());
        assertThat(Files.readAllLines(Path.of(".gitignore"))).contains(".env");
    }

    @Test
    void each_variable_of_landfall_is_a_key_that_it_knows() throws Exception {
        Set<String> known = KnownKeys.asVariables();
        for (String node : NODES) {
            assertThat(known).containsAll(compose.environment(node).keySet());
        }
        assertThat(known)
                .containsAll(compose.environment("simulator").keySet().stream()
                        .filter(name -> !name.startsWith("LANDFALL_DEMO_"))
                        .toList());
    }

    @Test
    void two_nodes_differ_in_name_and_port_alone() {
        Map<String, String> first = compose.environment("landfall-1");
        Map<String, String> second = compose.environment("landfall-2");
        assertThat(first.remove("LANDFALL_LEDGER_NODE")).isNotEqualTo(second.remove("LANDFALL_LEDGER_NODE"));
        assertThat(first).isEqualTo(second);
    }

    @Test
    void every_address_is_a_service_and_a_port_of_it() {
        NODES.forEach(node -> compose.environment(node).values().stream()
                .filter(value -> !value.startsWith("${") && !value.contains("127.0.0.1"))
                .forEach(this::leadsSomewhere));
        assertThat(compose.environment("landfall-1").get("LANDFALL_KAFKA_BROKERS"))
                .isEqualTo("kafka:19092");
        assertThat(compose.environment("simulator").get("LANDFALL_KAFKA_BROKERS"))
                .isEqualTo("kafka:19092");
        assertThat(compose.environment("kafka").get("KAFKA_LISTENERS")).contains("CONTAINERS://:19092");
        leadsSomewhere(compose.environment("elasticsearch-user").get("ELASTICSEARCH_URL"));
        JsonNode source =
                YamlFile.read(Path.of("ops/compose/grafana-datasource.yml")).at("/datasources/0/url");
        leadsSomewhere(source.asText());
    }

    /** {@code kafka} listens on another port for containers; the others on the one that is published. */
    private void leadsSomewhere(String address) {
        Matcher place = PLACE.matcher(address);
        if (!place.find()) {
            return;
        }
        if (place.group(1).equals("kafka")) {
            compose.service("kafka");
        } else {
            assertThat(containerPorts(place.group(1))).as(address).contains(place.group(2));
        }
    }

    private Set<String> containerPorts(String service) {
        return StreamSupport.stream(compose.service(service).path("ports").spliterator(), false)
                .map(port -> port.asText().replaceAll(".*:", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void who_is_waited_for_can_be_well_or_ends() {
        compose.services().forEach((name, service) -> service.path("depends_on")
                .properties()
                .forEach(dependency -> {
                    JsonNode awaited = compose.service(dependency.getKey());
                    switch (dependency.getValue().path("condition").asText()) {
                        case "service_healthy" ->
                            assertThat(awaited.has("healthcheck")).as(name).isTrue();
                        case "service_completed_successfully" ->
                            assertThat(RUNS_ONCE).contains(dependency.getKey());
                        default -> throw new AssertionError(name + " waits for " + dependency);
                    }
                }));
        NODES.forEach(node ->
                assertThat(compose.service(node).path("depends_on").size()).isEqualTo(3));
    }

    @Test
    void landfall_can_change_nothing_but_what_is_in_tmp() {
        for (String name : List.of("landfall-1", "landfall-2", "simulator")) {
            JsonNode service = compose.service(name);
            assertThat(service.path("read_only").asBoolean()).isTrue();
            assertThat(service.path("cap_drop").path(0).asText()).isEqualTo("ALL");
            assertThat(service.path("security_opt").path(0).asText()).isEqualTo("no-new-privileges:true");
            // by default nothing may be executed there, and compressed records could not be read
            assertThat(service.path("tmpfs").path(0).asText()).startsWith("/tmp:exec,");
        }
        assertThat(compose.service("landfall-1").path("volumes").path(0).asText())
                .isEqualTo("./routes:/landfall/routes:ro");
    }

    @Test
    void every_file_that_is_mounted_is_in_the_repository() {
        compose.services().keySet().forEach(service -> compose.mounts(service)
                .keySet()
                .forEach(file -> assertThat(Path.of(file)).as(service).exists()));
    }

    @Test
    void prometheus_asks_both_nodes_by_the_rules_of_the_repository() {
        JsonNode prometheus = YamlFile.read(Path.of("ops/compose/prometheus.yml"));
        JsonNode scrape = prometheus.path("scrape_configs").path(0);
        JsonNode example = YamlFile.read(Path.of("ops/prometheus/prometheus.yml"))
                .path("scrape_configs")
                .path(0);
        assertThat(scrape.path("job_name")).isEqualTo(example.path("job_name"));
        assertThat(scrape.path("metrics_path")).isEqualTo(example.path("metrics_path"));
        Set<String> targets = new TreeSet<>();
        scrape.at("/static_configs/0/targets").forEach(target -> targets.add(target.asText()));
        assertThat(targets).containsExactly("landfall-1:8080", "landfall-2:8080");
        targets.forEach(this::leadsSomewhere);
        leadsSomewhere(prometheus
                .at("/alerting/alertmanagers/0/static_configs/0/targets/0")
                .asText());

        String mounted = compose.mounts("prometheus").get("ops/prometheus/landfall.rules.yml");
        assertThat(mounted)
                .isEqualTo("/etc/prometheus/" + prometheus.at("/rule_files/0").asText());
        assertThat(compose.service("prometheus").path("command").path(0).asText())
                .endsWith("=" + compose.mounts("prometheus").get("ops/compose/prometheus.yml"));
        String password = scrape.at("/basic_auth/password_file").asText();
        String secret = compose.service("prometheus").path("secrets").path(0).asText();
        assertThat(password).isEqualTo("/run/secrets/" + secret);
        assertThat(compose.file()
                        .path("secrets")
                        .path(secret)
                        .path("environment")
                        .asText())
                .isEqualTo("LANDFALL_ADMIN_PASSWORD");
    }

    @Test
    void alertmanager_has_the_routes_and_inhibitions_of_the_example() {
        JsonNode ours = YamlFile.read(Path.of("ops/compose/alertmanager.yml"));
        JsonNode example = YamlFile.read(Path.of("ops/alertmanager/alertmanager.yml"));
        for (String part : List.of("route", "inhibit_rules", "time_intervals")) {
            assertThat(ours.path(part)).as(part).isEqualTo(example.path(part));
        }
        assertThat(names(ours.path("receivers"))).isEqualTo(names(example.path("receivers")));
        assertThat(compose.service("alertmanager").path("command").path(0).asText())
                .endsWith("=" + compose.mounts("alertmanager").get("ops/compose/alertmanager.yml"));
    }

    private static List<String> names(JsonNode receivers) {
        return StreamSupport.stream(receivers.spliterator(), false)
                .map(receiver -> receiver.path("name").asText())
                .toList();
    }

    @Test
    void grafana_finds_the_dashboard_where_it_is_mounted() {
        JsonNode provider =
                YamlFile.read(Path.of("ops/compose/grafana-dashboards.yml")).at("/providers/0/options/path");
        Map<String, String> mounts = compose.mounts("grafana");
        assertThat(mounts.get("ops/grafana")).isEqualTo(provider.asText());
        assertThat(compose.environment("grafana").get("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"))
                .isEqualTo(mounts.get("ops/grafana") + "/landfall-dashboard.json");
        assertThat(Path.of("ops/grafana/landfall-dashboard.json")).exists();
    }

    @Test
    void the_images_are_built_from_stages_of_the_dockerfile() {
        Dockerfile dockerfile = Dockerfile.read();
        for (String name : List.of("landfall-1", "landfall-2", "simulator")) {
            JsonNode service = compose.service(name);
            assertThat(dockerfile.stages())
                    .containsKey(service.path("build").path("target").asText());
            assertThat(service.path("image").asText()).endsWith(":" + dockerfile.version());
        }
    }
}
