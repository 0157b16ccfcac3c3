package io.landfall.browser;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;

import static org.assertj.core.api.Assertions.assertThat;

/** What producers and servers write stays text, however it is meant, and breaks no page. */
class HostileTextIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    private static final String MARKUP =
            "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>{{7*7}}${7*7}'\"`";

    /** What is read in the other direction, and what has no place to be broken. */
    private static final String HOSTILE = MARKUP + " \u202Egnp.exe \u0627\u0644\u0639 " + "x".repeat(2_000);

    private final Browser browser = CONSOLE.browser();
    private final Rows rows = new Rows(CONSOLE.site());
    private final String taskId = MARKUP + "/../?#%2F" + "y".repeat(300);

    private long failure;
    private long letter;

    @BeforeEach
    void hostile_rows() {
        browser.fresh();
        failure = rows.failure(taskId, "PERMANENT", "hostile", HOSTILE + "; caused by " + HOSTILE);
        letter = rows.deadLetter("hostile", "not-json", HOSTILE, taskId, HOSTILE.getBytes(StandardCharsets.UTF_8));
        rows.task(taskId, MARKUP, "m".repeat(200));
        rows.alarm("hostile:" + MARKUP, HOSTILE);
        rows.update(
                "insert into operator_action (operator, action, detail) values ('hostile', 'failures.abandon', ?)",
                HOSTILE);
    }

    @AfterEach
    void nothing_is_left() {
        rows.update("delete from failure where cause = 'hostile'");
        rows.update("delete from dead_letter where topic = 'hostile'");
        rows.update("delete from task where task_id = ?", taskId);
        rows.update("delete from alarm where alarm_key like 'hostile:%'");
        rows.update("delete from operator_action where operator = 'hostile'");
    }

    static List<String> pages() {
        return List.of(
                "failures?cause=hostile",
                "failures/{failure}",
                "dead-letters?topic=hostile",
                "dead-letters/{letter}",
                "tasks?state=FAILED&olderThan=6h",
                "tasks/{task}",
                "alarms",
                "operators?operator=hostile");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void hostile_text_stays_text_and_within_its_place(String page) {
        String place = page.replace("{failure}", String.valueOf(failure))
                .replace("{letter}", String.valueOf(letter))
                .replace(
                        "{task}",
                        URLEncoder.encode(taskId, StandardCharsets.UTF_8).replace("+", "%20"));
        for (int width : List.of(1280, 390)) {
            browser.size(width, 900).open(place).untilLoaded();
            browser.untilSaid("<img src=x onerror");
            browser.picture("hostile_" + pages().indexOf(page) + "_" + width);
            assertThat(browser.run("return window.hacked === undefined", Boolean.class))
                    .isTrue();
            assertThat(browser.all(By.cssSelector("main img, main script"))).isEmpty();
            assertThat(browser.sideways()).as("sideways scroll at " + width).isZero();
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void a_task_with_a_hostile_id_is_found_by_its_link() {
        browser.open("failures?cause=hostile").untilLoaded();
        browser.untilThere(By.cssSelector("td a.id")).click();
        browser.untilThere(By.cssSelector(".verdict"));
        assertThat(browser.title()).contains("<img src=x onerror");
    }
}
