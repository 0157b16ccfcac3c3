package io.landfall.land;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.console.Asked;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a running product tells Prometheus, held against README's table of metrics. */
class MetricsIT {
    /** A row of the table: a name, its labels. */
    private static final Pattern ROW = Pattern.compile(
            "^\\| `((?:landfall|camel|kafka|hikaricp|jvm)_[a-z_]+)`(\\*?) \\| ([^|]*)\\|", Pattern.MULTILINE);

    private static final Pattern LABEL = Pattern.compile("`([a-zA-Z_]+)`");

    private static Landing landing;

    @BeforeAll
    static void at_work() {
        landing = Landing.start(
                "metrics", Map.of("landfall.ops.sample-period", "1s", "landfall.inspection.period", "1s"));
        landing.send(
                Fact.of("metrics-done", "COMPLETED").attempt(1).seq(1).text("taskType", "call"),
                Fact.of("metrics-open", "STARTED").attempt(1).seq(1));
        landing.settled();
    }

    @AfterAll
    static void ended() throws Exception {
        landing.close();
    }

    @Test
    void every_metric_of_readme_is_there_with_its_labels() throws IOException {
        Map<String, Set<String>> wanted = readme(row -> row.group(2).isEmpty());
        assertThat(wanted).hasSizeGreaterThan(25);
        await().atMost(Wait.MOST).untilAsserted(() -> {
            String scrape = scrape();
            Set<String> missing = new TreeSet<>();
            wanted.forEach((name, labels) -> {
                boolean there = scrape.lines()
                        .anyMatch(line -> (name(line).equals(name) || base(line).equals(name))
                                && labels.stream().allMatch(label -> line.contains(label + "=\"")));
                if (!there) {
                    missing.add(name + " " + labels);
                }
            });
            assertThat(missing).isEmpty();
        });
    }

    @Test
    void every_metric_of_ours_is_in_readme() throws IOException {
        Set<String> told = readme(row -> true).keySet();
        assertThat(scrape().lines()
                        .filter(line -> line.startsWith("landfall_"))
                        .filter(line -> !told.contains(name(line)) && !told.contains(base(line))))
                .isEmpty();
    }

    @Test
    void the_overview_has_what_landed_the_lag_and_the_routes() {
        await().atMost(Wait.MOST).untilAsserted(() -> {
            JsonNode overview = Asked.get(landing.port(), "/api/overview", "admin", "only-for-tests")
                    .json();
            assertThat(overview.at("/landed/events").asLong()).isGreaterThanOrEqualTo(2);
            assertThat(overview.at("/landed/p99").asDouble()).isPositive();
            assertThat(overview.at("/nonFinal/ANALYZING").asLong()).isEqualTo(1);
            assertThat(overview.path("lag").path(landing.events()).asLong(-1)).isZero();
            assertThat(overview.at("/routes").findValuesAsText("id")).contains("land", "inspect");
            assertThat(overview.at("/transactions").findValuesAsText("name")).contains("apply-batch");
        });
    }

    @Test
    void an_id_is_nowhere_a_label() {
        assertThat(scrape()).doesNotContain("metrics-done").doesNotContain("metrics-open");
    }

    /** Names with their labels; those with a star are there from the first time on. */
    private static Map<String, Set<String>> readme(Predicate<MatchResult> which) throws IOException {
        return ROW.matcher(Files.readString(Path.of("README.md")))
                .results()
                .filter(which)
                .collect(Collectors.toMap(row -> row.group(1), row -> LABEL.matcher(row.group(3))
                        .results()
                        .map(label -> label.group(1))
                        .collect(Collectors.toSet())));
    }

    private static String scrape() {
        return Asked.get(landing.port(), "/actuator/prometheus", "admin", "only-for-tests")
                .body();
    }

    private static String name(String line) {
        return line.startsWith("#") ? "" : line.replaceFirst("[{ ].*", "");
    }

    /** The parts of a timer and of a histogram go by one name. */
    private static String base(String line) {
        return name(line).replaceFirst("_(count|sum|max|bucket)$", "");
    }
}
