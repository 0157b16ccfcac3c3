package io.landfall.browser;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;

/** In an outage the overview's numbers do not look as if all were well, and alarms speak their reader's language. */
class OutageLooksIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    /** Half an hour ago, by the clock of the answer. */
    private static final String SINCE = "const since = new Date(Date.parse(data.now) - 1800000).toISOString();";

    /** As the page writes it. */
    private static final String CLOCK = "\\d\\d:\\d\\d";

    private final Browser browser = CONSOLE.browser();

    @BeforeEach
    void all_is_well() {
        browser.fresh();
    }

    @Test
    void without_an_outage_no_number_says_more_than_itself() {
        browser.hook(changed("data.landedNow = 12; data.lag = {events: 3}; data.sampledAt = data.now;"));
        browser.open("overview").untilLoaded();
        assertThat(figure("landed a second, now")).startsWith("12");
        assertThat(browser.all(By.cssSelector(".figure em"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "data.awayComponents = [{component: 'VIEW'; since; reason: 'refused'}]",
        "data.view.awaySince = since",
        "data.view.indices[0].blockedSince = since",
    })
    void while_nothing_lands_the_numbers_say_since_when_and_what_waits(String outage) {
        browser.hook(changed(outage.replace("; ", ", ")
                + "; data.landedNow = 0; data.lag = {events: 120}; data.landed.p50 = 0.04; data.landed.p99 = 0.2;"
                + " data.sampledAt = data.now;"));
        seen("outage", () -> {
            assertThat(figure("landed a second, now")).matches("(?s)0\\n.*\\n120 waiting since .*" + CLOCK);
            assertThat(figure("event to document, p50")).matches("(?s)40 ms\\n.*until .*" + CLOCK + ", none since");
            assertThat(figure("event to document, p99")).contains("none since");
            assertThat(figure("not final")).endsWith("without 120 waiting");
            assertThat(browser.all(By.cssSelector(".figure.bad em"))).hasSize(1);
            assertThat(browser.text()).as("of the whole range").doesNotContain("On average");
        });
        browser.hook(changed(outage.replace("; ", ", ") + "; data.landedNow = 0; data.lag = {events: 0};"));
        browser.open("overview").untilLoaded();
        assertThat(figure("landed a second, now")).matches("(?s)0\\n.*\\nnothing lands since .*" + CLOCK);
        browser.hook(changed(outage.replace("; ", ", ") + "; data.landedNow = 7;"));
        browser.open("overview").untilLoaded();
        assertThat(figure("landed a second, now"))
                .as("elsewhere something lands")
                .doesNotContain("since");
    }

    @Test
    void numbers_that_nobody_has_counted_for_a_while_say_of_when_they_are() {
        browser.hook(changed("data.sampledAt = since; data.landedNow = null; data.landed.p50 = 0.04;"));
        seen("old", () -> {
            assertThat(figure("landed a second, now")).matches("(?s)–\\n.*\\nnot counted since .*" + CLOCK);
            for (String name : List.of(
                    "not final", "over 10 min in a state", "records waiting in Kafka", "event to document, p50")) {
                assertThat(figure(name)).as(name).matches("(?s).*\\nas of .*" + CLOCK);
            }
        });
    }

    @Test
    void the_lag_is_as_old_as_kafkas_absence() {
        browser.hook(changed(
                "data.awayComponents = [{component: 'BROKER', since, reason: 'gone'}]; data.lag = {events: 5};"));
        browser.open("overview").untilLoaded();
        assertThat(figure("records waiting in Kafka")).matches("(?s)5\\n.*\\nas of .*" + CLOCK);
    }

    @Test
    void what_was_never_counted_is_not_none() {
        browser.hook(changed(
                "data.sampledAt = null; data.landedNow = null; data.lag = {}; data.nonFinal = {}; data.stuck = {};"));
        browser.open("overview").untilLoaded();
        for (String name : List.of("landed a second, now", "not final", "records waiting in Kafka")) {
            assertThat(figure(name)).as(name).startsWith("–");
        }
    }

    @Test
    void an_alarm_is_named_in_the_language_of_its_reader_and_tells_the_rest_as_it_was_raised() {
        Rows rows = new Rows(CONSOLE.site());
        rows.alarm("index-blocked:seen", "index seen takes no writes: read-only / allow delete (api)");
        try {
            browser.looks("zh", "dark").open("alarms?key=index-blocked:seen").untilLoaded();
            browser.untilSaid("索引无法写入\nindex seen takes no writes");
            browser.picture("alarms_zh");
            browser.looks("en", "light").open("alarms?key=index-blocked:seen").untilLoaded();
            browser.untilSaid("An index takes no writes\nindex seen takes no writes");
            browser.size(390, 900).picture("alarms_narrow");
        } finally {
            rows.update("delete from alarm where alarm_key = 'index-blocked:seen'");
        }
    }

    private interface Look {
        void look();
    }

    /** And in other looks, narrow too, for the eye. */
    private void seen(String name, Look look) {
        browser.open("overview").untilLoaded();
        look.look();
        pictures(name + "_en");
        browser.run(
                "localStorage.setItem('landfall.language', 'zh'); localStorage.setItem('landfall.theme', 'dark')",
                Object.class);
        browser.open("overview").untilLoaded();
        pictures(name + "_zh");
        browser.run("localStorage.clear()", Object.class);
        assertThat(browser.complaints()).isEmpty();
    }

    private void pictures(String name) {
        for (int width : List.of(1280, 390)) {
            browser.size(width, 900).picture("overview_" + name + "_" + width);
            assertThat(browser.sideways()).isZero();
        }
    }

    /** What is written in and below the number of that name. */
    private String figure(String name) {
        WebElement figure = browser.untilThere(
                By.xpath("//div[contains(@class, 'figure')][span[normalize-space()='" + name + "']]"));
        return figure.getText();
    }

    /** The overview's answer, made another: {@code data} is the answer, {@code since} half an hour before it. */
    private static String changed(String script) {
        return """
               const real = window.fetch;
               window.fetch = async (path, options) => {
                 const answer = await real(path, options);
                 if (!String(path).startsWith('/api/overview')) {
                   return answer;
                 }
                 const data = await answer.json();
                 %s
                 %s
                 return new Response(JSON.stringify(data), { status: 200 });
               };
               """
                .formatted(SINCE, script);
    }
}
