package io.landfall.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.convert.DurationStyle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The manifests under ops/kubernetes are what Kubernetes takes, fit together, and say of Landfall what is so. */
class KubernetesTest {
    private static final Path FOLDER = Path.of("ops/kubernetes");
    private static final String NAME = "app.kubernetes.io/name";

    private final Deployment deployment = read("deployment.yaml", Deployment.class);
    private final PodSpec pod = deployment.getSpec().getTemplate().getSpec();
    private final Container landfall = pod.getContainers().get(0);
    private final Container routes = pod.getInitContainers().get(0);
    private final JsonNode application = YamlFile.read(Path.of("src/main/resources/application.yml"));

    private static <T> T read(String file, Class<T> kind) {
        return readAll(file).stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    private static List<HasMetadata> readAll(String file) {
        return YamlFile.readAll(FOLDER.resolve(file)).stream()
                .map(manifest -> {
                    try {
                        return StrictManifests.read(manifest);
                    } catch (IOException e) {
                        throw new AssertionError(file + ": " + e.getMessage(), e);
                    }
                })
                .toList();
    }

    @Test
    void each_file_is_of_a_kind_and_has_no_field_that_its_kind_lacks() throws Exception {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all).hasSize(6).allSatisfy(file -> assertThat(
                            readAll(FOLDER.relativize(file).toString()))
                    .isNotEmpty()
                    .allSatisfy(manifest ->
                            assertThat(manifest.getMetadata().getLabels()).containsEntry(NAME, "landfall")));
        }
    }

    @Test
    void a_field_that_is_misspelled_is_an_error_and_so_is_a_number_for_text() {
        ObjectNode misspelled = (ObjectNode) YamlFile.read(FOLDER.resolve("deployment.yaml"));
        ((ObjectNode) misspelled.at("/spec/template/spec/containers/0")).put("livenesProbe", "x");
        assertThatThrownBy(() -> StrictManifests.read(misspelled)).hasMessageContaining("livenesProbe");

        ObjectNode number = (ObjectNode) YamlFile.read(FOLDER.resolve("configmap.yaml"));
        ((ObjectNode) number.path("data")).put("SERVER_PORT", 8080);
        assertThatThrownBy(() -> StrictManifests.read(number)).hasMessageContaining("SERVER_PORT");
    }

    @Test
    void the_selectors_find_the_pods_and_the_service() {
        Map<String, String> labels =
                deployment.getSpec().getTemplate().getMetadata().getLabels();
        Service service = read("service.yaml", Service.class);
        PodDisruptionBudget budget = read("poddisruptionbudget.yaml", PodDisruptionBudget.class);
        ServiceMonitor monitor = read("monitoring/servicemonitor.yaml", ServiceMonitor.class);
        assertThat(labels).isEqualTo(deployment.getSpec().getSelector().getMatchLabels());
        assertThat(service.getSpec().getSelector()).isEqualTo(labels);
        assertThat(budget.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
        assertThat(pod.getTopologySpreadConstraints()).hasSize(2).allSatisfy(spread -> assertThat(
                        spread.getLabelSelector().getMatchLabels())
                .isEqualTo(labels));
        assertThat(service.getMetadata().getLabels())
                .containsAllEntriesOf(monitor.getSpec().getSelector().getMatchLabels());
        // the job that the rules ask for
        assertThat(service.getMetadata().getLabels().get(monitor.getSpec().getJobLabel()))
                .isEqualTo("landfall");
    }

    @Test
    void one_of_two_nodes_stays_whatever_is_done() {
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
        assertThat(deployment
                        .getSpec()
                        .getStrategy()
                        .getRollingUpdate()
                        .getMaxUnavailable()
                        .getIntVal())
                .isEqualTo(1);
        assertThat(read("poddisruptionbudget.yaml", PodDisruptionBudget.class)
                        .getSpec()
                        .getMaxUnavailable()
                        .getIntVal())
                .isEqualTo(1);
    }

    @Test
    void the_ports_are_the_products() {
        assertThat(landfall.getPorts()).singleElement().satisfies(port -> {
            assertThat(port.getName()).isEqualTo("http");
            assertThat(port.getContainerPort())
                    .isEqualTo(application.path("server").path("port").asInt());
        });
        assertThat(read("service.yaml", Service.class).getSpec().getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getTargetPort().getStrVal()).isEqualTo("http"));
        assertThat(read("monitoring/servicemonitor.yaml", ServiceMonitor.class)
                        .getSpec()
                        .getEndpoints())
                .singleElement()
                .satisfies(endpoint -> {
                    assertThat(endpoint.getPort()).isEqualTo("http");
                    assertThat(endpoint.getPath())
                            .isEqualTo(YamlFile.read(Path.of("ops/prometheus/prometheus.yml"))
                                    .at("/scrape_configs/0/metrics_path")
                                    .asText());
                });
    }

    @Test
    void liveness_is_the_process_and_readiness_the_ledger_and_neither_the_view() {
        assertThat(group(landfall.getStartupProbe())).isEqualTo("liveness");
        assertThat(group(landfall.getLivenessProbe())).isEqualTo("liveness");
        assertThat(group(landfall.getReadinessProbe())).isEqualTo("readiness");
        JsonNode groups = application.at("/management/endpoint/health/group");
        assertThat(groups.at("/liveness/include").asText()).isEqualTo("livenessState");
        assertThat(groups.at("/readiness/include").asText()).isEqualTo("readinessState, ledger");
    }

    private static String group(Probe probe) {
        assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("http");
        assertThat(probe.getHttpGet().getPath()).startsWith("/actuator/health/");
        return probe.getHttpGet().getPath().substring("/actuator/health/".length());
    }

    @Test
    void a_start_may_take_as_long_as_the_product_waits_for_its_ledger() {
        Probe startup = landfall.getStartupProbe();
        Duration patience = Duration.ofSeconds((long) startup.getPeriodSeconds() * startup.getFailureThreshold());
        JsonNode flyway = application.at("/spring/flyway");
        Duration waits = DurationStyle.detectAndParse(
                        flyway.path("connect-retries-interval").asText())
                .multipliedBy(flyway.path("connect-retries").asInt());
        assertThat(patience).isGreaterThan(waits.multipliedBy(2));
    }

    @Test
    void an_end_may_take_as_long_as_the_product_and_its_routes_wait_for_batches() {
        Duration grace = Duration.ofSeconds(pod.getTerminationGracePeriodSeconds());
        Duration phase = DurationStyle.detectAndParse(
                application.at("/spring/lifecycle/timeout-per-shutdown-phase").asText());
        Duration camel = Duration.ofSeconds(
                application.at("/camel/main/shutdown-timeout").asLong());
        Duration pause = Duration.ofSeconds(Long.parseLong(
                landfall.getLifecycle().getPreStop().getExec().getCommand().get(1)));
        assertThat(grace).isGreaterThan(pause.plus(phase).plus(camel));
        Duration stop = DurationStyle.detectAndParse(
                Compose.read().service("landfall-1").path("stop_grace_period").asText());
        assertThat(stop).isGreaterThan(phase.plus(camel));
    }

    @Test
    void the_containers_run_as_the_image_does_and_can_change_nothing_but_tmp() {
        String user = Dockerfile.read().last("landfall", "USER").text();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser() + ":"
                        + pod.getSecurityContext().getRunAsGroup())
                .isEqualTo(user);
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        for (Container container : List.of(landfall, routes)) {
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container.getResources().getLimits()).containsKey("memory");
            assertThat(container.getImage())
                    .isEqualTo(
                            Compose.read().service("landfall-1").path("image").asText());
        }
        assertThat(landfall.getVolumeMounts().stream()
                        .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                        .map(VolumeMount::getMountPath))
                .containsExactly("/tmp");
        assertThat(landfall.getResources().getRequests().get("memory"))
                .isEqualTo(landfall.getResources().getLimits().get("memory"));
    }

    @Test
    void each_variable_is_a_key_of_the_product_and_none_is_missing_that_the_compose_file_has() throws Exception {
        ConfigMap settings = read("configmap.yaml", ConfigMap.class);
        Secret secret = read("secret.example", Secret.class);
        assertThat(landfall.getEnvFrom().get(0).getConfigMapRef().getName())
                .isEqualTo(settings.getMetadata().getName());
        assertThat(landfall.getEnvFrom().get(1).getSecretRef().getName())
                .isEqualTo(secret.getMetadata().getName());
        Set<String> given = new TreeSet<>(settings.getData().keySet());
        given.addAll(secret.getStringData().keySet());
        landfall.getEnv().forEach(variable -> given.add(variable.getName()));
        assertThat(KnownKeys.asVariables()).containsAll(given);
        assertThat(given).containsAll(Compose.read().environment("landfall-1").keySet());
    }

    @Test
    void the_example_of_secrets_holds_none() {
        assertThat(readAll("secret.example").stream()
                        .map(Secret.class::cast)
                        .flatMap(secret -> secret.getStringData().entrySet().stream()))
                .allSatisfy(entry ->
                        assertThat(entry.getValue()).isEqualTo(entry.getKey().equals("username") ? "admin" : ""));
        ServiceMonitor monitor = read("monitoring/servicemonitor.yaml", ServiceMonitor.class);
        var login = monitor.getSpec().getEndpoints().get(0).getBasicAuth();
        Secret scrape = (Secret) readAll("secret.example").get(1);
        assertThat(List.of(login.getUsername().getName(), login.getPassword().getName()))
                .containsOnly(scrape.getMetadata().getName());
        assertThat(scrape.getStringData().keySet())
                .containsExactlyInAnyOrder(
                        login.getUsername().getKey(), login.getPassword().getKey());
    }

    @Test
    void routes_of_ones_own_lie_beside_those_of_the_image_or_replace_them(@TempDir Path root) throws Exception {
        Path image = Files.createDirectories(root.resolve("image/routes"));
        Files.writeString(image.resolve("10-a.camel.yaml"), "image's");
        Files.writeString(image.resolve("20-b.camel.yaml"), "image's");
        Path merged = Files.createDirectories(root.resolve("merged"));
        Path own = configMap(root.resolve("own"), Map.of("20-b.camel.yaml", "own", "79-verify-c.camel.yaml", "own"));

        merge(root, own, merged);
        assertThat(Files.readString(merged.resolve("10-a.camel.yaml"))).isEqualTo("image's");
        assertThat(Files.readString(merged.resolve("20-b.camel.yaml"))).isEqualTo("own");
        assertThat(Files.readString(merged.resolve("79-verify-c.camel.yaml"))).isEqualTo("own");
        try (Stream<Path> files = Files.list(merged)) {
            assertThat(files).hasSize(3).allMatch(file -> Files.isRegularFile(file) && !Files.isSymbolicLink(file));
        }

        Path only = Files.createDirectories(root.resolve("only"));
        merge(root, Files.createDirectories(root.resolve("nothing")), only);
        try (Stream<Path> files = Files.list(only)) {
            assertThat(files).hasSize(2);
        }
    }

    /** As the kubelet lays it out: links into a folder that is exchanged as a whole. */
    private static Path configMap(Path folder, Map<String, String> data) throws IOException {
        Path first = Files.createDirectories(folder.resolve("..2026_11_30"));
        Files.createSymbolicLink(folder.resolve("..data"), first.getFileName());
        for (Map.Entry<String, String> file : data.entrySet()) {
            Files.writeString(first.resolve(file.getKey()), file.getValue());
            Files.createSymbolicLink(folder.resolve(file.getKey()), Path.of("..data", file.getKey()));
        }
        return folder;
    }

    private void merge(Path root, Path own, Path merged) throws Exception {
        assertThat(routes.getVolumeMounts().stream().map(VolumeMount::getMountPath))
                .containsExactly("/own-routes", "/merged-routes");
        List<String> command = routes.getCommand().stream()
                .map(word -> word.replace("/own-routes", own.toString()).replace("/merged-routes", merged.toString()))
                .toList();
        Process process = new ProcessBuilder(command)
                .directory(root.resolve("image").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void what_landfall_reads_its_routes_from_is_what_was_merged() {
        VolumeMount written = routes.getVolumeMounts().get(1);
        assertThat(landfall.getVolumeMounts()).anySatisfy(mount -> {
            assertThat(mount.getName()).isEqualTo(written.getName());
            assertThat(mount.getMountPath())
                    .isEqualTo(Dockerfile.read().last("landfall", "WORKDIR").text() + "/routes");
        });
        assertThat(application.at("/landfall/routes").asText()).isEqualTo("file:routes/*.camel.yaml");
    }

    @Test
    void the_rules_become_a_prometheus_rule_as_the_guide_says() throws Exception {
        String guide = Files.readString(Path.of("ops/README.md"));
        int begin = guide.indexOf("{ printf 'apiVersion: monitoring");
        String command = guide.substring(begin, guide.indexOf(" | kubectl", begin));
        Process process = new ProcessBuilder("sh", "-ec", command).start();
        String yaml = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        Path file = Files.createTempFile("rules", ".yaml");
        try {
            Files.writeString(file, yaml);
            PrometheusRule rule = (PrometheusRule) StrictManifests.read(YamlFile.read(file));
            JsonNode rules = YamlFile.read(Path.of("ops/prometheus/landfall.rules.yml"));
            assertThat(new ObjectMapper()
                            .<JsonNode>valueToTree(rule.getSpec().getGroups())
                            .findValuesAsText("alert"))
                    .isNotEmpty()
                    .isEqualTo(rules.path("groups").findValuesAsText("alert"));
        } finally {
            Files.delete(file);
        }
    }
}
