package io.landfall.browser;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import io.landfall.stack.Wait;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Every page, with data and without, in both languages and themes, wide and narrow. */
class PagesIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    private static final List<String> LISTS = List.of(
            "tasks",
            "failures",
            "dead-letters",
            "compensation",
            "inspection",
            "outbox",
            "audit",
            "rebuild",
            "alarms?open=all",
            "transactions",
            "operators",
            "health");

    /** What a page has when its data is there, by its first word; pages of one thing end with a slash. */
    private static final Map<String, List<String>> DATA = Map.ofEntries(
            entry("overview", List.of(".verdict li", ".figure strong", ".chart canvas", ".chips .badge")),
            entry("tasks", List.of("tbody a.id", "tbody tr:first-child td:nth-child(2) .badge", "tbody time")),
            entry("failures", List.of("tbody a.id", "tbody .badge", "tbody .clamp", "tbody time")),
            entry("dead-letters", List.of("tbody code", "tbody .badge", "tbody time")),
            entry("compensation", List.of(".facts strong", "tbody .badge", "tbody time")),
            entry("inspection", List.of(".facts strong", "tbody .badge", "tbody time")),
            entry("outbox", List.of("tbody code", "tbody .badge", "tbody time")),
            entry("audit", List.of(".card .badge", ".facts time")),
            entry("rebuild", List.of(".phases li", ".facts time")),
            entry("alarms", List.of("tbody code, tbody a.id", "tbody td:first-child .badge", "tbody time")),
            entry("transactions", List.of("tbody code", "tbody .num", "tbody time")),
            entry("operators", List.of("tbody td:nth-child(3) span", "tbody time")),
            entry(
                    "health",
                    List.of(
                            ".components li:nth-child(2) .badge",
                            ".facts code",
                            ".facts time",
                            "tbody .badge",
                            "tbody .num")),
            entry("tasks/", List.of(".verdict li", ".timeline li", ".facts time", ".diff td")),
            entry("failures/", List.of(".chain li", ".facts time", "tbody code")),
            entry("dead-letters/", List.of(".facts time", ".card code", ".code pre")));

    private static final String BEGINS_WITH_ITS_TITLE =
            """
            return document.querySelector('main').innerText.startsWith(document.getElementById('page-title').innerText)
            """;

    /** All files of the page once more, without the browser's cache: how many bytes came, with their headers. */
    private static final String SENT =
            """
            const files = performance.getEntriesByType('resource').map(one => one.name).filter(one => !one.includes('/api/'));
            performance.clearResourceTimings();
            return Promise.all(files.map(file => fetch(file, {cache: 'reload'}).then(answer => answer.arrayBuffer())))
              .then(() => performance.getEntriesByType('resource').filter(one => files.includes(one.name))
                .reduce((sum, one) => sum + one.transferSize, 0));
            """;

    private static final List<String> WITH_OVERVIEW =
            Stream.concat(Stream.of("overview"), LISTS.stream()).toList();

    private final Browser browser = CONSOLE.browser();

    static List<String> lists() {
        return LISTS;
    }

    /** And one of each kind. */
    static List<String> pages() {
        String task = one("select task_id from failure where task_id is not null limit 1");
        return Stream.concat(
                        WITH_OVERVIEW.stream(),
                        Stream.of(
                                "tasks/" + task,
                                "failures/" + one("select min(id) from failure"),
                                "dead-letters/" + one("select min(id) from dead_letter")))
                .toList();
    }

    private static String one(String sql) {
        return String.valueOf(CONSOLE.site().ledger().queryForObject(sql, String.class));
    }

    @BeforeEach
    void nothing_chosen() {
        browser.fresh();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_page_shows_its_data_in_both_languages_and_themes_wide_and_narrow(String page) {
        looksWell(page, "en", "light");
        looksWell(page, "zh", "dark");
    }

    private void looksWell(String page, String language, String theme) {
        browser.looks(language, theme).size(1280, 900).open(page).untilLoaded();
        assertThat(browser.run("return document.documentElement.lang", String.class))
                .isEqualTo(language.equals("zh") ? "zh-CN" : "en");
        assertThat(browser.run("return getComputedStyle(document.documentElement).colorScheme", String.class))
                .isEqualTo(theme);
        for (int width : List.of(1280, 390)) {
            browser.size(width, 900);
            String as = page + " " + language + " " + theme + " " + width;
            browser.picture(as.replaceAll("[^\\w-]+", "_"));
            assertThat(browser.sideways()).as("sideways scroll: " + as).isZero();
            assertThat(browser.all(By.cssSelector("[role=alert]"))).as(as).isEmpty();
            assertThat(browser.run(BEGINS_WITH_ITS_TITLE, Boolean.class))
                    .as("begins with its title: " + as)
                    .isTrue();
            assertThat(browser.text()).as(as).doesNotContain("undefined", "[object", "NaN", "nav.", "common.");
            for (String data : Objects.requireNonNull(DATA.get(page.replaceFirst("[?].*|(?<=/).*", "")), page)) {
                assertThat(browser.all(By.cssSelector("main " + data)))
                        .as(as + " has " + data)
                        .anyMatch(there -> !there.getTagName().equals("canvas")
                                        && !there.getText().isBlank()
                                || there.getTagName().equals("canvas"));
            }
        }
        assertThat(browser.complaints()).as(page).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("lists")
    void a_page_without_data_says_so(String page) {
        browser.answers(200, "{\"items\":[],\"next\":null,\"indices\":[],\"settings\":{},\"configured\":{}}");
        if (List.of("audit", "rebuild").contains(page)) {
            browser.answers(404, "{\"status\":404,\"detail\":\"There is no such thing yet.\"}");
        }
        browser.open(page).untilLoaded();
        assertThat(browser.all(By.cssSelector(".empty"))).as(page).isNotEmpty();
        assertThat(browser.complaints()).as(page).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("lists")
    void a_page_whose_data_can_not_be_had_says_why_and_offers_to_try_again(String page) {
        browser.answers(503, "{\"status\":503,\"detail\":\"The ledger is away; nothing is lost, try again later.\"}");
        browser.open(page).untilLoaded();
        browser.untilSaid("The ledger is away; nothing is lost, try again later.");
        assertThat(browser.all(By.cssSelector("[role=alert] button"))).as(page).isNotEmpty();
        assertThat(browser.complaints()).as(page).isEmpty();
    }

    @Test
    void files_of_routes_that_were_refused_are_named_beside_the_version_at_work() {
        browser.answers(
                200,
                "{\"items\":[],\"indices\":[],\"routes\":{\"version\":\"0123456789ab\","
                        + "\"since\":\"2026-01-01T00:00:00Z\",\"refused\":{\"20-land.camel.yaml\":\"no such bean\"}}}");
        browser.open("health").untilLoaded();
        browser.untilSaid("0123456789ab");
        browser.untilSaid("20-land.camel.yaml");
        browser.untilSaid("no such bean");
    }

    @Test
    void a_server_that_is_slower_than_the_beat_of_a_page_is_waited_for() {
        browser.hook(
                """
                const real = window.fetch;
                window.asked = 0;
                window.fetch = (path, options) => String(path) !== '/api/compensation' ? real(path, options)
                  : new Promise((answer, fail) => {
                      window.asked++;
                      options.signal.addEventListener('abort', () => fail(options.signal.reason));
                      setTimeout(() => real(path, options).then(answer, fail), 4000);
                    });
                """);
        browser.open("compensation");
        browser.untilSaid("Documents a second");
        await("for the next answer").atMost(Wait.MOST).until(() -> browser.run("return window.asked", Long.class) > 2);
    }

    @Test
    void what_is_not_there_is_said() {
        browser.open("tasks");
        browser.hook("");
        browser.fill("Task id", "nobody-knows-me");
        browser.press("Open");
        browser.untilSaid("nobody-knows-me");
        browser.untilThere(By.cssSelector("[role=alert]"));
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("404"));
    }

    @Test
    void language_and_theme_are_chosen_and_kept() {
        browser.open("tasks").untilLoaded();
        browser.untilThere(By.cssSelector("#theme option[value=dark]")).click();
        assertThat(browser.run("return getComputedStyle(document.documentElement).colorScheme", String.class))
                .isEqualTo("dark");
        browser.untilThere(By.cssSelector("#language option[value=zh]")).click();
        browser.untilSaid("任务");
        browser.open("failures");
        assertThat(browser.title()).isEqualTo("失败记录");
        assertThat(browser.run("return getComputedStyle(document.documentElement).colorScheme", String.class))
                .isEqualTo("dark");
    }

    @Test
    void the_keyboard_is_enough() {
        browser.open("tasks").untilLoaded();
        browser.keys(Keys.TAB);
        assertThat(browser.run("return document.activeElement.className", String.class))
                .isEqualTo("skip");
        browser.keys(Keys.ENTER);
        assertThat(browser.run("return document.activeElement.id", String.class))
                .isEqualTo("main");
        assertThat(browser.run("return location.hash", String.class)).isEqualTo("#/tasks");

        browser.open("compensation").untilLoaded();
        browser.press("Pause");
        browser.untilThere(By.cssSelector("dialog[open]"));
        assertThat(browser.run("return document.activeElement.closest('dialog') !== null", Boolean.class))
                .isTrue();
        browser.keys(Keys.ESCAPE);
        assertThat(browser.all(By.cssSelector("dialog[open]"))).isEmpty();
    }

    @Test
    void everything_that_can_be_pressed_or_filled_has_a_name() {
        for (String page : pages()) {
            browser.open(page).untilLoaded();
            List<?> nameless = browser.run(
                    """
                    return [...document.querySelectorAll('button, a[href], input, select, textarea')].filter(one =>
                      !(one.getAttribute('aria-label') || one.textContent.trim() || [...(one.labels ?? [])].some(l => l.textContent.trim())))
                      .map(one => one.outerHTML)
                    """,
                    List.class);
            assertThat(nameless).as(page).isEmpty();
            assertThat(browser.all(By.tagName("h1"))).as(page).hasSize(1);
            assertThat(browser.all(By.cssSelector("main, nav, header.bar")))
                    .as(page)
                    .hasSize(3);
        }
    }

    @Test
    void who_may_only_read_is_offered_nothing_else() {
        browser.roles("viewer");
        for (String page : pages()) {
            browser.open(page).untilLoaded();
            assertThat(browser
                            .all(By.cssSelector("main .page-head button, td.act button, button.danger, button.primary"))
                            .stream()
                            .map(WebElement::getText)
                            .filter(text -> !text.equals("Open")))
                    .as(page)
                    .isEmpty();
        }
        assertThat(browser.text()).doesNotContain("As it came");
        browser.untilSaid("vi");
    }

    @Test
    void the_whole_of_it_is_small() {
        browser.openAnew("overview");
        Long bytes = browser.run(
                "return performance.getEntriesByType('resource').filter(one => !one.name.includes('/api/'))"
                        + ".reduce((sum, one) => sum + one.decodedBodySize, 0)",
                Long.class);
        assertThat(bytes).isBetween(50_000L, 500_000L);
        assertThat(browser.run(SENT, Long.class)).as("over the wire").isBetween(50_000L, 150_000L);
        List<?> elsewhere = browser.run(
                "return performance.getEntriesByType('resource').map(one => one.name).filter(name => !name.startsWith(location.origin))",
                List.class);
        assertThat(elsewhere).isEmpty();
    }
}
