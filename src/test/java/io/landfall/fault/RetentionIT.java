package io.landfall.fault;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.Landfall;
import io.landfall.audit.Audit;
import io.landfall.audit.Only;
import io.landfall.ledger.DeletedTasks;
import io.landfall.ledger.OldDays;
import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the ledger lets go of, and what it can still tell afterwards. */
class RetentionIT {
    private static final String SECRET = "hush-hush-4711";
    private static int sites;

    private final Site site = Site.fresh("retentionit" + ++sites, 2);
    private final Offsets offsets = site.offsets();
    private ConfigurableApplicationContext product;
    private JdbcTemplate ledger;

    @BeforeEach
    void begin() {
        Map<String, String> keys = site.keys();
        keys.put("landfall.admin-password", "only-for-tests");
        keys.put("landfall.ledger.erase-after", "0s");
        keys.put("camel.main.name", "landfall-" + site.schema());
        keys.put("server.port", "0");
        product = new SpringApplicationBuilder(Landfall.class)
                .run(keys.entrySet().stream()
                        .map(key -> "--" + key.getKey() + "=" + key.getValue())
                        .toArray(String[]::new));
        ledger = product.getBean(JdbcTemplate.class);
    }

    @AfterEach
    void end() {
        product.close();
        offsets.close();
    }

    @Test
    void old_days_are_dropped_and_tasks_that_live_are_folded_from_what_was_kept() {
        Load.mixed("old", 200).sendTo(site);
        offsets.awaitSettled(Wait.MOST);
        for (String id : List.of("goes-on", "is-broken", "is-gone")) {
            send(id, "1", "STARTED", "'text':'first','kept':1");
        }
        offsets.awaitSettled(Wait.MOST);
        letPass(40);
        String day = ledger.queryForObject(
                "select 'task_event_' || to_char(now() at time zone 'UTC' - interval '40 days', 'YYYYMMDD')",
                String.class);
        long tasks = site.count("task");

        product.getBean(OldDays.class).drop();

        assertThat(ledger.queryForObject("select to_regclass(?)::text", String.class, day))
                .isNull();
        assertThat(site.count("task_event")).isZero();
        assertThat(site.count("task_snapshot")).isEqualTo(tasks);
        send("goes-on", "2", "COMPLETED", "'text':'second'");
        send("is-broken", "2", "COMPLETED", "'text':'second'");
        send("is-gone", "2", "COMPLETED", "'text':'second'");
        offsets.awaitSettled(Wait.MOST);
        assertThat(new AuditTruth(site).differences()).isEmpty();
        assertThat(new DocumentsTruth(site).differences()).isEmpty();

        ledger.update("update task set state = 'FAILED', attempt = 7 where task_id = 'is-broken'");
        ledger.update("update task set state = 'FAILED', attempt = 7 where task_id = 'goes-on'");
        ledger.update("delete from task where task_id = 'is-gone'");
        ledger.update("delete from task_content where task_id = 'is-gone'");
        repair(List.of("is-broken", "is-gone", "nobody"));
        assertThat(ledger.queryForList("select state || attempt from task where task_id like 'is-%'", String.class))
                .containsExactly("ANALYZED1", "ANALYZED1");
        assertThat(ledger.queryForObject("select attempt from task where task_id = 'goes-on'", Integer.class))
                .as("nobody asked for it")
                .isEqualTo(7);
        repair(new Only(List.of(), site.index(), null));
        assertThat(ledger.queryForObject("select attempt from task where task_id = 'goes-on'", Integer.class))
                .isEqualTo(1);
        assertThat(new AuditTruth(site).differences()).isEmpty();
    }

    @Test
    void a_batch_under_way_puts_off_the_dropping_and_does_not_wait_long_behind_it() throws SQLException {
        send("a", "1", "STARTED", "'n':1");
        offsets.awaitSettled(Wait.MOST);
        letPass(40);
        long before = partitions();
        try (Connection batch = ledger.getDataSource().getConnection();
                Statement statement = batch.createStatement()) {
            batch.setAutoCommit(false);
            statement.execute("lock table task_event in row exclusive mode");
            product.getBean(OldDays.class).drop();
            assertThat(partitions()).isEqualTo(before);
            send("b", "1", "STARTED", "'n':1");
            offsets.awaitSettled(Wait.MOST);
            batch.rollback();
        }
        product.getBean(OldDays.class).drop();
        assertThat(partitions()).isEqualTo(before - 1);
    }

    @Test
    void days_within_the_retention_stay() {
        send("a", "1", "STARTED", "'n':1");
        offsets.awaitSettled(Wait.MOST);
        letPass(30);
        long before = partitions();
        product.getBean(OldDays.class).drop();
        assertThat(partitions()).isEqualTo(before);
        assertThat(site.count("task_snapshot")).isZero();
    }

    @Test
    void nothing_of_a_deleted_task_is_left_but_that_it_was() throws Exception {
        send(
                "gone",
                "1",
                "STARTED",
                "'text':'" + SECRET + "','durationSeconds':'" + SECRET + "'",
                "'callId':'" + SECRET + "'");
        send("gone", "2", "FAILED", null, "'error':{'code':'x','message':'" + SECRET + "'}");
        send("gone", "3", "RETRY", null, "'model':'" + SECRET + "'");
        send("gone", "3", "RETRY", "'text':'other " + SECRET + "'");
        send("stays", "1", "COMPLETED", "'text':'mine'");
        Load.of(Load.entry(
                        "gone", "{'eventId':'4','taskId':'%s','type':'NO SUCH TYPE','patch':{'a':'" + SECRET + "'}}"))
                .sendTo(site);
        offsets.awaitSettled(Wait.MOST);
        await().atMost(Wait.MOST).until(() -> site.count("outbox where status <> 'SENT'") == 0);
        ledger.update(
                "insert into audit_replaced (audit_id, task_id, row_before) select 1, task_id, to_jsonb(t) from task t"
                        + " where task_id = 'gone'");
        ledger.update(
                "insert into model_call (task_id, attempt, call_id, outcome, error_message) values ('gone', 1, 'c',"
                        + " 'ERROR', ?)",
                SECRET);
        ledger.update(
                "insert into repair (inspection_id, task_id, attempt, kind, event_id, state, state_since, reason,"
                        + " settled_at) values (1, 'gone', 1, 'FAILED', 'e', 'ANALYZING', now(), ?, now())",
                SECRET);
        ledger.update(
                "insert into suspicion (task_id, attempt, state_since, kind, looks, since, looked_at, next_at,"
                        + " confirms, told, verifier, reason) values ('gone', 1, now(), 'UNKNOWN', 1, now(), now(), now(),"
                        + " false, false, 'v', ?)",
                SECRET);
        ledger.update(
                "update dead_letter set status = 'ABANDONED', resolved_at = now(), closed_by = 'ann', closed_reason = ?"
                        + " where task_id = 'gone' and reason = 'unknown-type'",
                SECRET);
        assertThat(tablesWith(SECRET))
                .containsKeys(
                        "model_call",
                        "repair",
                        "suspicion",
                        "task",
                        "task_content",
                        "task_event",
                        "failure",
                        "failure_attempt",
                        "dead_letter",
                        "outbox",
                        "audit_replaced");
        send("gone", "5", "DELETED", "'text':'" + SECRET + "'");
        offsets.awaitSettled(Wait.MOST);
        DeletedTasks deleted = product.getBean(DeletedTasks.class);

        deleted.erase();
        send("gone", "6", "COMPLETED", "'text':'" + SECRET + "'");
        Load.of(Load.entry("gone", "{'eventId':'6','taskId':'%s','type':'STARTED','patch':{'a':'" + SECRET + "'}}"))
                .sendTo(site);
        Load.of(Load.entry("gone", "no JSON, so that only the key tells its task: " + SECRET))
                .sendTo(site);
        send(
                "gone",
                "1",
                "STARTED",
                "'text':'" + SECRET + "','durationSeconds':'" + SECRET + "'",
                "'callId':'" + SECRET + "'");
        offsets.awaitSettled(Wait.MOST);
        await().atMost(Wait.MOST).until(() -> site.count("outbox where status <> 'SENT'") == 0);
        deleted.eraseLateLetters();

        assertThat(tablesWith(SECRET)).isEmpty();
        assertThat(site.booked("already_applied")).as("its ids are still known").isEqualTo(1);
        assertThat(site.count("task_event where task_id = 'gone' and hash is null"))
                .isZero();
        assertThat(site.count("dead_letter where status = 'OPEN'")).isZero();
        assertThat(site.count("dead_letter where closed_by is not null"))
                .as("what was given up could still be sent again, what is erased can't")
                .isZero();
        assertThat(new AuditTruth(site).differences()).isEmpty();
        assertThat(new DocumentsTruth(site).differences()).isEmpty();
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            assertThat(view.document(site.index(), "stays").path("found").asBoolean())
                    .isTrue();
        }

        letPass(40);
        product.getBean(OldDays.class).drop();
        deleted.forget();
        assertThat(ledger.queryForList("select task_id from task", String.class))
                .containsExactly("stays");
        assertThat(ledger.queryForList("select task_id from task_snapshot", String.class))
                .containsExactly("stays");
        assertThat(new AuditTruth(site).differences()).isEmpty();
    }

    @Test
    void late_letters_that_are_still_on_their_way_out_hold_up_no_others() {
        send("gone", "1", "STARTED", "'n':1");
        send("gone", "2", "DELETED", null);
        offsets.awaitSettled(Wait.MOST);
        DeletedTasks deleted = product.getBean(DeletedTasks.class);
        deleted.erase();
        ledger.update(
                """
                with waiting as (
                    insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, task_id, key,
                        payload, headers)
                    select 'elsewhere', 0, n, now(), '', 'unknown-type', '', 'gone', 'gone', '{}', '[]'
                    from generate_series(1, 1000) n returning id)
                insert into outbox (topic, dead_letter_id, status) select 'elsewhere', id, 'BLOCKED' from waiting
                """);
        Load.of(Load.entry(
                        "gone", "{'eventId':'3','taskId':'%s','type':'NO SUCH TYPE','patch':{'a':'" + SECRET + "'}}"))
                .sendTo(site);
        offsets.awaitSettled(Wait.MOST);
        await().atMost(Wait.MOST).until(() -> site.count("outbox where status = 'PENDING'") == 0);
        assertThat(tablesWith(SECRET)).containsKey("dead_letter");

        deleted.eraseLateLetters();

        assertThat(tablesWith(SECRET)).isEmpty();
        assertThat(site.count("dead_letter where payload is not null")).isEqualTo(1000);
    }

    /** As if all that is in the ledger had happened so many days ago. */
    private void letPass(int days) {
        String ago = "interval '" + days + " days'";
        String day = ledger.queryForObject(
                "select to_char(now() at time zone 'UTC' - " + ago + ", 'YYYYMMDD')", String.class);
        ledger.execute("create table task_event_" + day + " partition of task_event for values from ('" + day
                + "T000000Z'::timestamptz) to ('" + day + "T000000Z'::timestamptz + interval '1 day')");
        ledger.update("update task_event set logged_at = date_trunc('day', now() - " + ago
                + ", 'UTC') + (logged_at - date_trunc('day', logged_at, 'UTC'))");
        String shift = " - (date_trunc('day', now(), 'UTC') - date_trunc('day', now() - " + ago + ", 'UTC'))";
        for (String table : List.of("task", "task_snapshot")) {
            ledger.update("update " + table + " set created_at = created_at" + shift + ", state_since = state_since"
                    + shift + ", updated_at = updated_at" + shift + ", deleted_at = deleted_at" + shift);
        }
        ledger.update("update flyway_schema_history set installed_on = installed_on - " + ago);
        // documents tell these times
        repair(Only.ALL);
    }

    private long partitions() {
        return site.count("pg_inherits where inhparent = 'task_event'::regclass");
    }

    private Map<String, Long> tablesWith(String text) {
        String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        Map<String, Long> found = new TreeMap<>();
        for (String table : ledger.queryForList(
                // names of models beside numbers of the overview are nothing of a task, and go after a week
                "select table_name from information_schema.tables where table_schema = ? and table_type = 'BASE TABLE'"
                        + " and table_name not like 'overview%'"
                        + " and not exists (select 1 from pg_inherits where inhrelid = table_name::regclass)",
                String.class, site.schema())) {
            Long rows = ledger.queryForObject(
                    "select count(*) from " + table
                            + " t where t::text like '%' || ? || '%' or t::text like '%' || ? || '%'",
                    Long.class,
                    text,
                    hex);
            if (rows != null && rows > 0) {
                found.put(table, rows);
            }
        }
        return found;
    }

    private void repair(List<String> taskIds) {
        repair(new Only(taskIds, null, null));
    }

    private void repair(Only only) {
        Audit audit = product.getBean(Audit.class);
        assertThat(audit.begin("test", true, false, only)).isInstanceOf(Audit.Accepted.class);
        await().atMost(Wait.MOST)
                .until(() -> audit.latest().orElseThrow().status().equals("DONE"));
    }

    private void send(String id, String event, String type, String patch, String... more) {
        List<String> fields =
                new ArrayList<>(List.of("'eventId':'" + event + "'", "'taskId':'%s'", "'type':'" + type + "'"));
        fields.addAll(List.of(more));
        if (patch != null) {
            fields.add("'patch':{" + patch + "}");
        }
        Load.of(Load.entry(id, "{" + String.join(",", fields) + "}")).sendTo(site);
    }
}
