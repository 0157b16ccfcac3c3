package io.landfall.browser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The console speaks two languages, and whole. */
class WordsTest {
    private static final Path PAGES = Path.of("src/main/resources/static");

    /** {@code 'a.key'}, or {@code 'a.beginning.' +}: keys are literals where they are used. */
    private static final Pattern LITERAL = Pattern.compile("'([a-z][\\w-]*(?:\\.[\\w-]+)*\\.?)'(\\s*\\+)?");

    private static final Pattern PLACE = Pattern.compile("\\{\\w+}");

    private final Map<String, String> english = words("en");
    private final Map<String, String> chinese = words("zh");

    @Test
    void both_languages_have_the_same_keys_and_places() {
        assertThat(chinese.keySet()).isEqualTo(english.keySet());
        english.forEach((key, text) -> {
            assertThat(text).as(key).isNotBlank();
            assertThat(chinese.get(key)).as(key).isNotBlank();
            assertThat(places(chinese.get(key))).as(key).isEqualTo(places(text));
        });
    }

    @Test
    void every_key_that_a_page_uses_is_there() {
        Pattern use = Pattern.compile("\\bt\\(\\s*'([^']+)'(\\s*\\+)?|\\bt\\([^'()]*\\? '([^']+)' : '([^']+)'\\)");
        for (Path page : pages()) {
            Matcher used = use.matcher(text(page));
            while (used.find()) {
                if (used.group(1) == null) {
                    assertThat(english.keySet()).as(page.toString()).contains(used.group(3), used.group(4));
                } else if (used.group(2) == null) {
                    assertThat(english.keySet()).as(page.toString()).contains(used.group(1));
                } else {
                    assertThat(english.keySet())
                            .as(page + " " + used.group(1))
                            .anyMatch(key -> key.startsWith(used.group(1)));
                }
            }
        }
    }

    /** Somebody is woken by it: the page says what it is and what to do. */
    @Test
    void every_alarm_of_ours_says_what_it_is_and_what_to_do() {
        String readme = text(Path.of("README.md"));
        String table =
                readme.substring(readme.indexOf("\n## Alarms\n"), readme.indexOf("These are told by Prometheus alone"));
        List<String> kinds = Pattern.compile("(?m)^\\| (`[^|]+) \\|")
                .matcher(table)
                .results()
                .flatMap(row ->
                        Pattern.compile("`([\\w-]+)").matcher(row.group(1)).results())
                .map(key -> key.group(1))
                .toList();
        assertThat(kinds).hasSizeGreaterThan(30).contains("view-away", "index-blocked");
        assertThat(of("alarm.")).containsExactlyInAnyOrderElementsOf(kinds);
        assertThat(of("advice."))
                .containsAll(kinds)
                .allMatch(kind -> kinds.contains(kind) || kind.equals("route-idle"));
        kinds.forEach(kind -> assertThat(chinese.get("alarm." + kind)).as(kind).containsPattern("\\p{IsHan}"));
    }

    /** Records wait, documents are behind, writes failed: "not landed" would be all three. */
    @Test
    void what_has_not_come_to_its_document_is_called_by_one_of_three_names() {
        assertThat(english.values()).noneMatch(text -> text.matches("(?i).*(not land|not yet land|un-?landed).*"));
        assertThat(chinese.values()).noneMatch(text -> text.matches(".*(未落地|没有落地|未能落地).*"));
    }

    @Test
    void every_key_is_used() {
        Set<String> named = new TreeSet<>();
        Set<String> beginnings = new TreeSet<>();
        for (Path page : pages()) {
            Matcher literal = LITERAL.matcher(text(page));
            while (literal.find()) {
                (literal.group(2) == null ? named : beginnings).add(literal.group(1));
            }
            Matcher group = Pattern.compile("word\\('(\\w+)'").matcher(text(page));
            while (group.find()) {
                beginnings.add(group.group(1) + ".");
            }
        }
        beginnings.removeIf(beginning -> !beginning.contains("."));
        assertThat(english.keySet()).allSatisfy(key -> assertThat(
                        named.contains(key) || beginnings.stream().anyMatch(key::startsWith))
                .as("somebody uses %s", key)
                .isTrue());
    }

    @Test
    void libraries_are_asked_for_in_the_version_that_is_there() {
        for (Path page : List.of(PAGES.resolve("js/lib.js"), PAGES.resolve("index.html"))) {
            Matcher library = Pattern.compile("/(_static|webjars)/[^\"']+").matcher(text(page));
            assertThat(library.find()).as(page.toString()).isTrue();
            do {
                assertThat(WordsTest.class.getResource("/META-INF/resources" + library.group()))
                        .as(library.group())
                        .isNotNull();
            } while (library.find());
        }
    }

    @Test
    void nothing_that_comes_from_data_is_taken_for_markup() {
        for (Path page : pages()) {
            assertThat(text(page))
                    .as(page.toString())
                    .doesNotContain(
                            "dangerouslySetInnerHTML",
                            "innerHTML",
                            "outerHTML",
                            "insertAdjacentHTML",
                            "document.write");
        }
    }

    private List<String> of(String group) {
        return english.keySet().stream()
                .filter(key -> key.startsWith(group))
                .map(key -> key.substring(group.length()))
                .toList();
    }

    private static Set<String> places(String text) {
        return PLACE.matcher(text).results().map(found -> found.group()).collect(Collectors.toSet());
    }

    private static List<Path> pages() {
        try (Stream<Path> all = Files.walk(PAGES)) {
            return all.filter(file -> file.toString().endsWith(".js")).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Map<String, String> words(String language) {
        try {
            return new ObjectMapper()
                    .readValue(text(PAGES.resolve("i18n/" + language + ".json")), new TypeReference<>() {});
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
