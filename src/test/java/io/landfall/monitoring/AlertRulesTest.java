package io.landfall.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import io.landfall.stack.Tools;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules for Prometheus do what their tests say, each has such tests, and README tells what to do about each. */
class AlertRulesTest {
    private static final Path FOLDER = Path.of("ops/prometheus");
    private static final Path TESTS = FOLDER.resolve("landfall.rules.test.yml");
    private static final Pattern ASKED = Pattern.compile("ALERTS\\{alertname=\"(\\w+)\"");

    @Test
    void each_rule_fires_and_is_silent_as_its_tests_say() throws Exception {
        Program told = Program.run(Tools.need("promtool", "prometheus"), "test", "rules", TESTS.toString());
        assertThat(told.exit()).as(told.output()).isZero();
    }

    @Test
    void prometheus_takes_the_example_of_its_configuration() throws Exception {
        Program told = Program.run(
                Tools.need("promtool", "prometheus"),
                "check",
                "config",
                FOLDER.resolve("prometheus.yml").toString());
        assertThat(told.exit()).as(told.output()).isZero();
    }

    @Test
    void there_is_no_rule_without_a_test_that_it_fires_and_one_that_it_does_not() throws Exception {
        Set<String> fires = new TreeSet<>();
        Set<String> silent = new TreeSet<>();
        for (Object test : list(OpsFiles.read(TESTS), "tests")) {
            for (Object asked : list(test, "promql_expr_test")) {
                Matcher alert = ASKED.matcher(String.valueOf(map(asked).get("expr")));
                assertThat(alert.find()).as(asked.toString()).isTrue();
                (list(asked, "exp_samples").isEmpty() ? silent : fires).add(alert.group(1));
            }
        }
        Set<String> rules = new TreeSet<>();
        rules().forEach(rule -> rules.add(String.valueOf(rule.get("alert"))));
        assertThat(rules).isNotEmpty();
        assertThat(fires).isEqualTo(rules);
        assertThat(silent).isEqualTo(rules);
    }

    @Test
    void each_rule_has_a_severity_and_a_row_in_readme() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        String alarms = readme.substring(readme.indexOf("\n## Alarms\n"), readme.indexOf("\n## The outbox\n"));
        assertThat(rules()).allSatisfy(rule -> {
            Map<?, ?> labels = map(rule.get("labels"));
            Map<?, ?> annotations = map(rule.get("annotations"));
            if (!labels.get("alarm").equals("alarms-open")) {
                assertThat(String.valueOf(labels.get("severity"))).matches("P[123]");
                assertThat(alarms).contains("`" + labels.get("alarm"));
                assertThat(String.valueOf(annotations.get("action")))
                        .endsWith("See ops/runbook.md#" + labels.get("alarm"));
            }
            assertThat(labels.get("source")).isEqualTo("rule");
            assertThat(String.valueOf(annotations.get("summary"))).endsWith(".");
        });
    }

    @Test
    void each_page_that_a_rule_names_is_one_of_the_consoles() throws Exception {
        String pages = Files.readString(Path.of("src/main/resources/static/js/pages.js"));
        List<String> named = rules().stream()
                .map(rule -> map(rule.get("annotations")).get("page"))
                .filter(Objects::nonNull)
                .map(page -> String.valueOf(page).replaceAll("^/#/|\\?.*", ""))
                .toList();
        assertThat(named).hasSizeGreaterThan(5).allSatisfy(page -> assertThat(pages)
                .containsPattern("\n  '?" + page + "'?: "));
    }

    static List<Map<?, ?>> rules() throws IOException {
        List<Map<?, ?>> rules = new ArrayList<>();
        for (Object group : list(OpsFiles.read(FOLDER.resolve("landfall.rules.yml")), "groups")) {
            list(group, "rules").forEach(rule -> rules.add(map(rule)));
        }
        return rules;
    }

    private static List<?> list(Object of, String key) {
        Object found = map(of).get(key);
        return found == null ? List.of() : (List<?>) found;
    }

    private static Map<?, ?> map(Object of) {
        return (Map<?, ?>) of;
    }
}
