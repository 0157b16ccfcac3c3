package io.landfall.browser;

import java.util.List;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/** From the overview to what is stuck, and the ways to find a task. */
class StuckTasksIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    /** As many pixels of the first chart as have the colour of its line. */
    private static final String COLOURED =
            """
            const canvas = document.querySelector('.chart canvas');
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            let found = 0;
            for (let i = 0; i < pixels.length; i += 4) {
              const away = Math.abs(pixels[i] - 0x0f) + Math.abs(pixels[i + 1] - 0x76) + Math.abs(pixels[i + 2] - 0x6e);
              found += away < 20 && pixels[i + 3] > 200 ? 1 : 0;
            }
            return found;
            """;

    private final Browser browser = CONSOLE.browser();
    private final Rows rows = new Rows(CONSOLE.site());

    @BeforeEach
    void stuck_tasks() {
        browser.fresh();
        rows.stuck("stuck-a", "slow-type", "slow-model", 20);
        rows.stuck("stuck-b", "slow-type", "other-model", 40);
        rows.stuck("stuck-c", "other-type", "slow-model", 8);
    }

    @AfterEach
    void nothing_is_left() {
        rows.update("delete from task where task_id like 'stuck-%'");
    }

    @Test
    void the_overview_leads_to_what_is_stuck_the_longest_first() {
        browser.open("overview?taskType=slow-type");
        browser.untilThere(By.partialLinkText("over ten minutes")).click();
        browser.untilSaid("stuck-b");
        assertThat(browser.title()).isEqualTo("Tasks");
        assertThat(listed()).containsExactly("stuck-b", "stuck-a");
        assertThat(chosen("In its state for over")).isEqualTo("10m");
        assertThat(chosen("Order")).isEqualTo("oldest");
    }

    @Test
    void tasks_are_found_by_state_age_type_model_and_id() {
        browser.open("tasks").untilLoaded();
        choose("State", "TO_RETRY");
        browser.untilSaid("3 shown, that is all");
        choose("In its state for over", "10m");
        browser.untilSaid("2 shown, that is all");
        assertThat(listed()).containsExactly("stuck-a", "stuck-b");
        choose("Order", "oldest");
        await(() -> listed().equals(List.of("stuck-b", "stuck-a")));
        browser.fill("Model", "slow-model");
        browser.press("Apply");
        browser.untilSaid("1 shown, that is all");
        assertThat(listed()).containsExactly("stuck-a");
        browser.press("Clear");
        browser.fill("Type", "other-type");
        browser.press("Apply");
        browser.untilSaid("1 shown, that is all");
        assertThat(listed()).containsExactly("stuck-c");
        browser.fill("Task id", "stuck-c");
        browser.press("Open");
        browser.untilThere(By.cssSelector(".verdict"));
        assertThat(browser.title()).isEqualTo("stuck-c");
    }

    @Test
    void an_age_that_is_written_into_the_address_holds_and_is_shown() {
        browser.open("tasks?olderThan=37m&state=TO_RETRY").untilLoaded();
        assertThat(listed()).containsExactly("stuck-b");
        assertThat(chosen("In its state for over")).isEqualTo("37m");
        browser.open("tasks?sort=oldest&state=ANALYZED").untilLoaded();
        assertThat(browser.all(By.cssSelector("[role=alert]")))
                .as("no order by age for those that are final")
                .isEmpty();
    }

    @Test
    void a_single_value_is_seen_on_a_chart() {
        browser.hook(
                """
                const real = window.fetch;
                window.fetch = async (path, options) => {
                  const answer = await real(path, options);
                  if (!String(path).startsWith('/api/overview')) {
                    return answer;
                  }
                  const data = await answer.json();
                  data.series.landedPerSecond = data.series.at.map((at, i) => (i === 0 ? 5 : null));
                  return new Response(JSON.stringify(data), { status: 200 });
                };
                """);
        browser.open("overview").untilLoaded();
        browser.untilThere(By.cssSelector(".chart canvas"));
        await(() -> browser.run(COLOURED, Long.class) > 5);
    }

    private static void await(Callable<Boolean> what) {
        Awaitility.await()
                .atMost(Wait.MOST)
                .ignoreException(StaleElementReferenceException.class)
                .until(what);
    }

    private List<String> listed() {
        return browser.all(By.cssSelector("tbody a.id")).stream()
                .map(WebElement::getText)
                .toList();
    }

    private void choose(String label, String value) {
        browser.untilThere(By.xpath(select(label) + "/option[@value='" + value + "']"))
                .click();
    }

    private String chosen(String label) {
        return String.valueOf(browser.untilThere(By.xpath(select(label))).getDomProperty("value"));
    }

    private static String select(String label) {
        return "//label[span[normalize-space()='" + label + "']]/select";
    }
}
