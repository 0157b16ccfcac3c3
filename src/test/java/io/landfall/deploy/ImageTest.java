package io.landfall.deploy;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.deploy.Dockerfile.Instruction;

import static org.assertj.core.api.Assertions.assertThat;

/** The Dockerfile says of the product what is so; {@code ImageIT} runs what it would make. */
class ImageTest {
    private final Dockerfile dockerfile = Dockerfile.read();
    private final JsonNode application = YamlFile.read(Path.of("src/main/resources/application.yml"));

    @Test
    void it_is_made_from_one_exact_jre_of_the_java_that_the_product_is_built_for() throws Exception {
        Matcher java = Pattern.compile("<java.version>(\\d+)<").matcher(Files.readString(Path.of("pom.xml")));
        assertThat(java.find()).isTrue();
        assertThat(dockerfile.bases()).hasSizeGreaterThan(1).allSatisfy(base -> assertThat(base)
                .matches("eclipse-temurin:" + java.group(1) + "\\.0\\.[0-9.]+_\\d+-jre-[a-z]+"));
        assertThat(dockerfile.bases().stream().distinct()).hasSize(1);
    }

    @Test
    void its_version_is_that_of_the_build() throws Exception {
        Matcher version = Pattern.compile("<artifactId>landfall</artifactId>\\s*<version>([^<]+)<")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(dockerfile.version()).isEqualTo(version.group(1));
    }

    @Test
    void it_runs_as_nobody_in_particular_and_gets_signals_itself() {
        assertThat(dockerfile.last("landfall", "USER").text()).matches("[1-9]\\d{4}:[1-9]\\d{4}");
        assertThat(dockerfile.last("landfall", "ENTRYPOINT").exec()).startsWith("java");
        assertThat(dockerfile.last("landfall", "STOPSIGNAL").text()).isEqualTo("SIGTERM");
        assertThat(dockerfile.all("landfall", "CMD")).isEmpty();
    }

    @Test
    void its_port_is_the_products_and_its_health_is_no_servers() {
        String port = application.path("server").path("port").asText();
        assertThat(dockerfile.last("landfall", "EXPOSE").text()).isEqualTo(port);
        List<String> check = dockerfile.last("landfall", "HEALTHCHECK").exec();
        assertThat(check).containsExactly("bash", "healthy", "liveness");
        JsonNode groups = application.at("/management/endpoint/health/group");
        assertThat(groups.path("liveness").path("include").asText()).isEqualTo("livenessState");
        assertThat(groups.has("readiness")).isTrue();
        assertThat(dockerfile.environment("landfall")).containsEntry("SERVER_ADDRESS", "0.0.0.0");
    }

    @Test
    void each_variable_it_sets_is_known() throws Exception {
        assertThat(KnownKeys.asVariables()).contains("SERVER_ADDRESS");
        assertThat(dockerfile.environment("landfall").keySet())
                .containsExactlyInAnyOrder("SERVER_ADDRESS", "JDK_JAVA_OPTIONS");
    }

    @Test
    void what_it_copies_is_sent_to_the_engine_and_nothing_else_is() throws Exception {
        List<PathMatcher> sent = Files.readAllLines(Path.of(".dockerignore")).stream()
                .filter(line -> line.startsWith("!"))
                .map(line -> FileSystems.getDefault().getPathMatcher("glob:" + line.substring(1)))
                .toList();
        assertThat(Files.readAllLines(Path.of(".dockerignore"))).contains("*");
        List<String> copied = dockerfile.stages().keySet().stream()
                .flatMap(stage -> dockerfile.all(stage, "COPY").stream())
                .map(Instruction::words)
                .filter(words -> !words.get(0).startsWith("--"))
                .map(words -> words.get(0))
                .distinct()
                .toList();
        assertThat(copied).hasSize(5).allSatisfy(source -> {
            Path file = Path.of(source.endsWith("/") ? source + "any.camel.yaml" : source);
            assertThat(sent).as(source).anyMatch(matcher -> matcher.matches(file));
        });
        for (String unwanted : List.of("README.md", ".env", "target/classes/application.yml", ".git/config")) {
            assertThat(sent).as(unwanted).noneMatch(matcher -> matcher.matches(Path.of(unwanted)));
        }
    }
}
