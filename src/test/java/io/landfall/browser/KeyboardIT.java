package io.landfall.browser;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Without a mouse, and without seeing: where the focus is, that it is seen, and what is read aloud. */
class KeyboardIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    /** Stops of the Tab key that a page may have. */
    private static final int STOPS = 200;

    private static final String FOCUSED =
            """
            const one = document.activeElement;
            return one === document.body ? 'nothing' : one.getAttribute('aria-label') ?? one.textContent.trim();
            """;

    private static final String OUTLINE =
            """
            const style = getComputedStyle(document.activeElement);
            return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
            """;

    private final Browser browser = CONSOLE.browser();
    private final Rows rows = new Rows(CONSOLE.site());

    @BeforeEach
    void nothing_chosen() {
        browser.fresh();
    }

    @AfterEach
    void nothing_is_left() {
        rows.update("delete from failure where cause = 'keyboard'");
    }

    @Test
    void a_failure_is_retried_with_keys_alone() {
        long id = failure("keys");
        browser.open("failures?cause=keyboard").untilLoaded();
        tabTo("Retry failure " + id);
        browser.keys(Keys.ENTER);
        browser.untilThere(By.cssSelector("dialog[open]"));
        tabTo("Retry");
        browser.keys(Keys.ENTER);
        assertThat(browser.untilDone()).contains("Failure " + id);
        assertThat(rows.value("select status from failure where id = ?", String.class, id))
                .isEqualTo("PENDING");
        assertThat(focused()).as("the focus is where it was").isEqualTo("Retry failure " + id);
    }

    @Test
    void each_stop_of_the_tab_key_is_seen() {
        long id = failure("seen");
        for (String page : List.of("overview", "failures?cause=keyboard", "failures/" + id, "compensation")) {
            browser.open(page).untilLoaded();
            List<String> unseen = new ArrayList<>();
            String first = "";
            for (int i = 0; i < STOPS; i++) {
                browser.keys(Keys.TAB);
                String stop = browser.run("return document.activeElement.outerHTML.slice(0, 200)", String.class);
                if (stop.equals(first) || stop.startsWith("<body")) {
                    break;
                }
                first = first.isEmpty() ? stop : first;
                // what a page takes the focus to by itself, maybe only now, is no stop of that key
                if (!stop.contains("tabindex=\"-1\"") && !browser.run(OUTLINE, Boolean.class)) {
                    unseen.add(stop);
                }
            }
            assertThat(unseen).as(page).isEmpty();
        }
    }

    @Test
    void the_focus_stays_while_the_page_updates_itself() {
        long id = failure("stays");
        browser.open("failures?cause=keyboard").untilLoaded();
        tabTo("Retry failure " + id);
        failure("newcomer");
        browser.untilSaid("newcomer");
        assertThat(focused()).isEqualTo("Retry failure " + id);
    }

    @Test
    void the_focus_is_not_lost_with_what_had_it() {
        long id = failure("goes");
        failure("remains");
        browser.open("failures?cause=keyboard").untilLoaded();
        tabTo("Retry failure " + id);
        rows.update("delete from failure where id = ?", id);
        await().atMost(Wait.MOST).until(() -> !browser.text().contains("goes"));
        assertThat(focused()).as("the list takes it").contains("remains");

        long open = failure("closes");
        browser.open("failures/" + open).untilLoaded();
        tabTo("Retry failure " + open);
        rows.update("update failure set status = 'ABANDONED', closed_at = now() where id = ?", open);
        browser.untilSaid("Given up by a person");
        assertThat(focused()).isNotEqualTo("nothing");
    }

    @Test
    void whoever_follows_a_link_is_told_where_it_led() {
        long id = failure("followed");
        browser.open("failures?cause=keyboard").untilLoaded();
        tabTo(String.valueOf(id));
        browser.keys(Keys.ENTER);
        browser.untilSaid("Why");
        await().atMost(Wait.MOST).until(() -> focused().equals("Failure " + id));
    }

    @Test
    void a_dialog_stays_when_its_row_goes() {
        long id = failure("pushed");
        browser.open("failures?cause=keyboard").untilLoaded();
        browser.press("Retry failure " + id);
        browser.untilThere(By.cssSelector("dialog[open]"));
        rows.update("delete from failure where id = ?", id);
        await().atMost(Wait.MOST).until(() -> browser.all(By.linkText("pushed")).isEmpty());
        assertThat(browser.all(By.cssSelector("dialog[open]"))).hasSize(1);
        browser.confirm();
        browser.untilSaid("There is no failure " + id);
    }

    @Test
    void what_changes_by_itself_is_read_aloud_only_where_it_matters() {
        browser.open("overview").untilLoaded();
        assertThat(browser.all(By.cssSelector("[aria-live=assertive]"))).isEmpty();
        assertThat(browser.all(By.cssSelector("main [aria-live], main [role=status]")))
                .allMatch(region ->
                        region.findElements(By.cssSelector("time, a, .note")).isEmpty());
        String heading = browser.untilThere(By.cssSelector(".verdict strong")).getText();
        assertThat(browser.run("return document.querySelector('main [role=status]').textContent", String.class))
                .startsWith(heading);
    }

    private long failure(String task) {
        return rows.failure(task, "PERMANENT", "keyboard", "why");
    }

    private String focused() {
        return browser.run(FOCUSED, String.class);
    }

    private void tabTo(String name) {
        List<String> stops = new ArrayList<>();
        while (!focused().equals(name)) {
            assertThat(stops).as("stops before " + name).hasSizeLessThan(STOPS);
            stops.add(focused());
            browser.keys(Keys.TAB);
        }
    }
}
