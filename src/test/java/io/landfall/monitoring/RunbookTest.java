package io.landfall.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.landfall.alarm.Component;

import static org.assertj.core.api.Assertions.assertThat;

/** The runbook has a section for each alarm that the code raises and each alert of the rules, and for nothing else. */
class RunbookTest {
    private static final Path RUNBOOK = Path.of("ops/runbook.md");
    private static final Pattern SECTION =
            Pattern.compile("^### (.+)\\n\\n([\\s\\S]*?)(?=\\n##|\\z)", Pattern.MULTILINE);
    /** The first argument of whatever raises an alarm. */
    private static final Pattern RAISED = Pattern.compile(
            "(?:[aA]larms(?:\\(\\))?\\s*\\.(?:raise|occurred)|\\bsay)\\((?!String )\\s*(\"[^\"]*\"|[A-Za-z_]+)");
    /** How a component's alarm is called. */
    private static final String AWAY = "-away";

    @Test
    void there_is_a_section_for_each_alarm_and_none_for_what_is_none() throws Exception {
        Set<String> keys = new TreeSet<>(raised());
        AlertRulesTest.rules().forEach(rule -> keys.add(label(rule, "alarm")));
        assertThat(sections().keySet()).containsExactlyElementsOf(keys);
    }

    @Test
    void each_section_says_what_it_means_what_to_do_and_when_it_closes() throws Exception {
        assertThat(sections())
                .allSatisfy((key, text) -> assertThat(text).as(key).contains("**Means**", "**Do**", "**Closes**"));
    }

    @Test
    void each_alert_stands_under_its_key_with_its_severity_and_is_sent_there() throws Exception {
        Map<String, String> sections = sections();
        assertThat(AlertRulesTest.rules()).allSatisfy(rule -> {
            String key = label(rule, "alarm");
            assertThat(sections.get(key)).as(key).contains("`" + rule.get("alert") + "`");
            if (((Map<?, ?>) rule.get("labels")).containsKey("severity")) {
                assertThat(sections.get(key)).startsWith(label(rule, "severity"));
            }
            assertThat(((Map<?, ?>) rule.get("annotations")).get("action").toString())
                    .endsWith("See ops/runbook.md#" + key);
        });
        Set<String> alerts = new TreeSet<>();
        AlertRulesTest.rules().forEach(rule -> alerts.add(String.valueOf(rule.get("alert"))));
        assertThat(Pattern.compile("`(Landfall[A-Za-z]+)`")
                        .matcher(String.join("\n", sections.values()))
                        .results()
                        .map(name -> name.group(1)))
                .containsExactlyInAnyOrderElementsOf(alerts);
    }

    @Test
    void what_is_told_by_prometheus_only_says_so() throws Exception {
        Set<String> raised = raised();
        assertThat(sections()).allSatisfy((key, text) -> assertThat(text.contains("told by Prometheus only"))
                .as(key)
                .isEqualTo(!raised.contains(key)));
    }

    @Test
    void readme_has_the_same_alarms() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        String alarms = readme.substring(readme.indexOf("\n## Alarms\n"), readme.indexOf("\n## Alerts\n"));
        Set<String> rows = new TreeSet<>();
        alarms.lines().filter(line -> line.startsWith("| `")).forEach(row -> {
            Matcher name = Pattern.compile("`([a-z-]+)").matcher(row.substring(0, row.indexOf(" | ")));
            while (name.find()) {
                rows.add(name.group(1));
            }
        });
        rows.add("alarms-open");
        assertThat(rows).containsExactlyElementsOf(sections().keySet());
    }

    private static Map<String, String> sections() throws IOException {
        Map<String, String> sections = new TreeMap<>();
        Matcher section = SECTION.matcher(Files.readString(RUNBOOK));
        while (section.find()) {
            assertThat(sections.put(section.group(1), section.group(2).strip()))
                    .as("twice: " + section.group(1))
                    .isNull();
        }
        return sections;
    }

    /** What the code raises, without what stands behind a colon. */
    private static Set<String> raised() throws IOException {
        Set<String> keys = new TreeSet<>();
        List<String> unclear = new ArrayList<>();
        for (Path file : sources()) {
            String code = Files.readString(file);
            Matcher raise = RAISED.matcher(code);
            while (raise.find()) {
                List<String> found = keys(raise.group(1), code);
                if (found.isEmpty() && !isPassedOn(raise.group(1), code)) {
                    unclear.add(file + ": " + raise.group());
                }
                keys.addAll(found);
            }
        }
        assertThat(unclear).as("alarms whose keys can't be read from the code").isEmpty();
        assertThat(keys).hasSizeGreaterThan(25);
        return keys;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    /** A literal, or a name that stands for one in the same file: a constant, a variable, or a method that makes it. */
    private static List<String> keys(String argument, String code) {
        if (argument.startsWith("\"")) {
            return List.of(kind(argument));
        }
        Matcher literal = Pattern.compile(
                        "\\b" + argument + "(?: = |\\([^)]*\\) \\{\\s*return )(?:\\w+ \\+ )?(\"[^\"]*\")")
                .matcher(code);
        List<String> keys = new ArrayList<>();
        while (literal.find()) {
            keys.add(kind(literal.group(1)));
        }
        Matcher constant =
                Pattern.compile("String " + argument + " = ([A-Z_]+) \\+").matcher(code);
        while (constant.find()) {
            keys.addAll(keys(constant.group(1), code));
        }
        if (keys.isEmpty() && code.contains("String " + argument + "(Component component)") && code.contains(AWAY)) {
            Arrays.stream(Component.values())
                    .forEach(component -> keys.add(component.name().toLowerCase(Locale.ROOT) + AWAY));
        }
        return keys;
    }

    /** A parameter: whoever calls that method names the key. */
    private static boolean isPassedOn(String argument, String code) {
        return Pattern.compile("\\(String " + argument + ", ").matcher(code).find();
    }

    private static String kind(String literal) {
        return literal.replace("\"", "").replaceAll(":.*", "");
    }

    private static String label(Map<?, ?> rule, String name) {
        return String.valueOf(((Map<?, ?>) rule.get("labels")).get(name));
    }
}
