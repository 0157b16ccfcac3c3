package io.landfall.browser;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an operator does on the pages, up to what becomes of it in the ledger. */
class ActionsIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    private final Browser browser = CONSOLE.browser();
    private final Rows rows = new Rows(CONSOLE.site());

    @BeforeEach
    void nothing_chosen() {
        browser.fresh();
    }

    @AfterEach
    void nothing_is_left() {
        rows.update("delete from failure where cause = 'browser'");
        rows.update("delete from dead_letter where key = 'browser'");
    }

    @Test
    void a_failure_is_retried() {
        long id = rows.failure("retry-me", "PERMANENT", "browser", "why");
        browser.open("failures/" + id);
        browser.press("Retry");
        browser.confirm();
        assertThat(browser.untilDone()).contains("Failure " + id);
        assertThat(status(id)).isEqualTo("PENDING");
        browser.untilSaid("compensation tries it again by itself");
    }

    @Test
    void a_failure_is_abandoned_with_a_reason_and_not_without() {
        long id = rows.failure("leave-me", "EXHAUSTED", "browser", "why");
        browser.open("failures/" + id);
        browser.press("Abandon");
        assertThat(browser.untilThere(By.cssSelector("dialog[open] button[type=submit]"))
                        .isEnabled())
                .isFalse();
        browser.fill("Reason (kept with your name)", "the caller has left");
        browser.confirm();
        browser.untilDone();
        assertThat(rows.value(
                        "select status || ' ' || closed_by || ' ' || closed_reason from failure where id = ?",
                        String.class,
                        id))
                .isEqualTo("ABANDONED admin the caller has left");
        browser.untilSaid("Given up by a person");
        assertThat(browser.all(Browser.button("//main", "Retry"))).isEmpty();
    }

    @Test
    void many_failures_are_counted_before_they_are_retried() {
        long first = rows.failure("many-1", "PERMANENT", "browser", "why");
        long second = rows.failure("many-2", "EXHAUSTED", "browser", "why");
        browser.open("failures?cause=browser").untilLoaded();
        browser.press("Retry all of these …");
        browser.untilSaid("2 would be changed.");
        browser.untilSaid("#" + first + ", #" + second);
        assertThat(status(first)).isEqualTo("PERMANENT");
        browser.confirm();
        assertThat(browser.untilDone()).isEqualTo("Retry: 2.");
        assertThat(status(first)).isEqualTo("PENDING");
        assertThat(status(second)).isEqualTo("PENDING");
    }

    @Test
    void the_first_five_of_many_are_named() {
        List<String> ids = IntStream.range(0, 7)
                .mapToObj(i -> "#" + rows.failure("named-" + i, "PERMANENT", "browser", "why"))
                .toList();
        for (String language : List.of("en", "zh")) {
            browser.looks(language, "dark").open("failures?cause=browser").untilLoaded();
            browser.press(language.equals("en") ? "Retry all of these …" : "重试所有符合条件的…");
            browser.untilSaid(
                    String.join(", ", ids.subList(0, 5)) + (language.equals("en") ? " and 2 more" : " 等，另有 2 条"));
            browser.picture("many_" + language);
        }
        assertThat(browser.text()).doesNotContain(ids.get(5));
        browser.size(390, 900).picture("many_narrow");
        assertThat(browser.sideways()).isZero();
        assertThat(rows.value(
                        "select count(*) from failure where cause = 'browser' and status = 'PENDING'", Long.class))
                .isZero();
    }

    @Test
    void what_is_no_longer_as_it_was_counted_is_not_changed() {
        long first = rows.failure("late-1", "PERMANENT", "browser", "why");
        browser.open("failures?cause=browser").untilLoaded();
        browser.press("Abandon all of these …");
        browser.untilSaid("1 would be changed.");
        browser.fill("Reason (kept with your name)", "no use");
        rows.failure("late-2", "PERMANENT", "browser", "why");
        browser.confirm();
        browser.untilSaid("Expected 1, but there are 2; nothing was changed.");
        assertThat(status(first)).isEqualTo("PERMANENT");
    }

    @Test
    void a_dead_letter_is_replayed_and_comes_back_when_nothing_was_mended() {
        byte[] payload = "this is not JSON".getBytes(StandardCharsets.UTF_8);
        long id = rows.deadLetter(CONSOLE.site().topic(), "not-json", "no JSON", "browser", payload);
        browser.open("dead-letters/" + id).untilLoaded();
        browser.untilSaid("No replay has come back yet.");
        browser.press("Replay");
        browser.confirm();
        assertThat(browser.untilDone()).contains("Dead letter " + id);
        await().atMost(Wait.MOST)
                .until(() ->
                        rows.value("select count(*) from dead_letter_attempt where dead_letter_id = ?", Long.class, id)
                                == 1);
        browser.untilSaid("MALFORMED");
        rows.update("delete from dead_letter_attempt where dead_letter_id = ?", id);
    }

    @Test
    void many_dead_letters_are_replayed_by_reason() {
        byte[] payload = "{}".getBytes(StandardCharsets.UTF_8);
        long id = rows.deadLetter(CONSOLE.site().topic(), "tombstone", "none", "browser", payload);
        browser.open("dead-letters?reason=tombstone").untilLoaded();
        browser.press("Replay all of these …");
        browser.untilSaid("1 would be changed.");
        browser.confirm();
        assertThat(browser.untilDone()).isEqualTo("Replay: 1.");
        await().atMost(Wait.MOST)
                .until(() ->
                        rows.value("select count(*) from dead_letter_attempt where dead_letter_id = ?", Long.class, id)
                                == 1);
        rows.update("delete from dead_letter_attempt where dead_letter_id = ?", id);
    }

    @Test
    void a_dead_letter_is_given_up_with_a_reason_and_waits_for_nobody() {
        long id = rows.deadLetter("elsewhere", "tombstone", "none", "browser", new byte[] {'A'});
        browser.open("dead-letters/" + id).untilLoaded();
        browser.press("Abandon dead letter " + id);
        assertThat(browser.untilThere(By.cssSelector("dialog[open] button[type=submit]"))
                        .isEnabled())
                .isFalse();
        browser.fill("Reason (kept with your name)", "its producer is gone");
        browser.confirm();
        assertThat(browser.untilDone()).isEqualTo("Dead letter " + id + " was abandoned.");
        browser.untilSaid("Given up by a person");
        browser.untilSaid("its producer is gone");
        browser.picture("letter_abandoned");
        assertThat(browser.all(Browser.button("//main", "Abandon dead letter " + id)))
                .isEmpty();

        long other = rows.deadLetter("elsewhere", "too-deep", "none", "browser", new byte[] {'A'});
        browser.open("dead-letters?reason=too-deep&status=OPEN").untilLoaded();
        browser.press("Abandon all of these …");
        browser.untilSaid("1 would be changed.");
        browser.fill("Reason (kept with your name)", "no use");
        browser.confirm();
        assertThat(browser.untilDone()).isEqualTo("Abandon: 1.");
        assertThat(rows.value(
                        "select status || ' ' || closed_by || ' ' || closed_reason from dead_letter where id = ?",
                        String.class,
                        other))
                .isEqualTo("ABANDONED admin no use");
    }

    @Test
    void bytes_are_shown_to_an_operator_who_asks() {
        long id = rows.deadLetter("elsewhere", "not-utf-8", "none", "browser", new byte[] {(byte) 0xff, 0, 'A'});
        browser.open("dead-letters/" + id).untilLoaded();
        browser.press("Show");
        browser.untilSaid("ff 00 41");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compensation", "inspection"})
    void what_runs_by_itself_is_steered(String what) {
        browser.open(what).untilLoaded();
        // first: a resumed inspection begins by itself, and another one would be refused meanwhile
        act("Run now");
        await().atMost(Wait.MOST)
                .until(() ->
                        rows.value("select count(*) from operator_action where action = ?", Long.class, what + ".run")
                                > 0);
        browser.untilSaid("operator · admin");
        act("Pause");
        browser.untilSaid("Paused by admin");
        assertThat(browser.untilThere(Browser.button("", "Run now")).isEnabled())
                .isFalse();
        act("Resume");
        browser.untilThere(Browser.button("", "Pause"));
    }

    private void act(String name) {
        browser.press(name);
        browser.confirm();
        browser.untilDone();
    }

    @Test
    void a_dry_run_shows_what_would_be_tried() {
        long id = rows.failure("dry", "PENDING", "browser", "why");
        rows.update("update failure set next_attempt_at = now() where id = ?", id);
        browser.open("compensation").untilLoaded();
        browser.press("Dry run");
        browser.confirm();
        browser.untilThere(By.xpath("//dialog[@open]//td[.//*[normalize-space()='browser']]"));
        assertThat(status(id)).isEqualTo("PENDING");
    }

    @Test
    void a_stopped_route_is_seen_and_started_again() throws Exception {
        CONSOLE.stopRoute("verify-call-log");
        browser.open("overview").untilLoaded();
        browser.untilSaid("Routes that should run and do not: verify-call-log (");
        browser.untilThere(By.partialLinkText("Routes that should run")).click();
        browser.untilSaid("do not work");
        browser.picture("stopped_route");
        browser.press("Start route verify-call-log");
        browser.confirm();
        assertThat(browser.untilDone()).isEqualTo("Route verify-call-log works again.");
        browser.untilSaid("all ");
        assertThat(browser.all(Browser.button("", "Start route verify-call-log")))
                .isEmpty();
        browser.open("operators?action=routes.start").untilLoaded();
        browser.untilSaid("route verify-call-log of node");
    }

    @Test
    void settings_are_changed_and_go_back() {
        browser.open("compensation").untilLoaded();
        browser.press("Change");
        browser.fill("Documents a second", "nothing");
        browser.confirm();
        browser.untilSaid("rate must be a whole number.");
        browser.fill("Documents a second", "7");
        browser.confirm();
        browser.untilDone();
        browser.untilSaid("7 (configured: 500)");
        browser.press("Change");
        browser.fill("Documents a second", "-");
        browser.confirm();
        browser.untilDone();
        await().atMost(Wait.MOST).until(() -> !browser.text().contains("(configured: 500)"));
    }

    @Test
    void a_blocked_message_is_released() {
        long id = rows.blocked(CONSOLE.site().keys().get("landfall.topics.dispatch"), "browser", "was too large");
        browser.open("outbox?status=BLOCKED").untilLoaded();
        browser.untilSaid("was too large");
        browser.press("Release message " + id);
        browser.confirm();
        browser.untilDone();
        await().atMost(Wait.MOST).until(() -> rows.value("select status from outbox where id = ?", String.class, id)
                .equals("SENT"));
    }

    @Test
    void an_audit_is_begun_and_seen_to_its_end() {
        long before = rows.value("select max(id) from audit", Long.class);
        browser.open("audit");
        browser.press("Run an audit");
        browser.tick("Also search for documents that no task knows");
        browser.confirm();
        assertThat(browser.untilDone()).contains("has begun");
        long begun = rows.value("select max(id) from audit", Long.class);
        assertThat(begun).isGreaterThan(before);
        browser.untilSaid("Audit " + begun);
        untilEnded();
        browser.untilSaid("with orphans");
    }

    /** The audit or rebuild that is shown. */
    private void untilEnded() {
        await("for its end").atMost(Wait.MOST).until(() -> !browser.all(By.xpath("//section//*[@title='DONE']"))
                .isEmpty());
    }

    @Test
    void an_index_is_rebuilt_and_seen_to_its_end() {
        long before = rows.value("select max(id) from rebuild", Long.class);
        browser.open("rebuild");
        browser.press("Rebuild an index");
        browser.confirm();
        assertThat(browser.untilDone()).contains("has begun");
        long begun = rows.value("select max(id) from rebuild", Long.class);
        assertThat(begun).isGreaterThan(before);
        browser.untilSaid("Rebuild " + begun);
        untilEnded();
    }

    @Test
    void each_action_is_in_the_log_of_operators() {
        long id = rows.failure("logged", "PERMANENT", "browser", "why");
        browser.open("failures/" + id);
        act("Retry");
        browser.open("operators?action=failures.retry").untilLoaded();
        browser.untilSaid("failure " + id);
        browser.untilSaid("admin");
    }

    @Test
    void a_long_list_is_read_part_by_part() {
        for (int i = 0; i < 60; i++) {
            rows.failure("long-" + i, "PERMANENT", "browser", "why");
        }
        browser.open("failures?cause=browser").untilLoaded();
        assertThat(browser.all(By.cssSelector("tbody tr"))).hasSize(50);
        browser.press("Show more");
        browser.untilSaid("60 shown, that is all");
        assertThat(browser.all(By.cssSelector("tbody tr"))).hasSize(60);
    }

    @Test
    void a_filter_is_kept_in_the_address() {
        rows.failure("kept", "PERMANENT", "browser", "why");
        browser.open("failures").untilLoaded();
        browser.fill("Cause", "browser");
        browser.press("Apply");
        browser.untilSaid("1 shown, that is all");
        assertThat(browser.run("return location.hash", String.class)).isEqualTo("#/failures?cause=browser");
        browser.press("Clear");
        await().atMost(Wait.MOST)
                .until(() -> browser.run("return location.hash", String.class).equals("#/failures"));
    }

    private String status(long failure) {
        return rows.value("select status from failure where id = ?", String.class, failure);
    }
}
