package io.landfall.fault;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.landfall.console.Asked;
import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The disk of a server is full. Elasticsearch's is so by its own watermarks; PostgreSQL's by a trigger that refuses with the same SQLSTATE, since a
 * disk that is really full would take the whole machine of a test along.
 */
class FullDiskIT {
    private static final String WATERMARK = "cluster.routing.allocation.disk.";

    private static Site site;
    private static Product node;
    private static Offsets offsets;
    private static int load;

    @BeforeAll
    static void begin() {
        site = Site.fresh("fulldisk", 2);
        offsets = site.offsets();
        node = Product.of(site, "one")
                .with("landfall.view.probe-period", "500ms")
                .with("landfall.ops.watch-period", "500ms")
                .start();
        send();
        offsets.awaitSettled(Wait.MOST);
    }

    @AfterAll
    static void end() {
        node.close();
        offsets.close();
    }

    @AfterEach
    void space() throws Exception {
        watermarks("null", "null", "null");
        site.ledger().execute("drop trigger if exists full_disk on task_event");
    }

    @Test
    void elasticsearch_over_its_flood_stage_is_waited_for_and_lands_by_itself_when_there_is_space() throws Exception {
        // more space than any disk has is wanted
        watermarks("true", "\"10s\"", "\"1000tb\"");
        Awaitility.await("the flood stage").atMost(Wait.MOST).until(() -> isBlocked(site.index()));
        send();
        Awaitility.await().atMost(Wait.MOST).until(() -> view().contains("flood-stage"));
        Awaitility.await()
                .atMost(Wait.MOST)
                .until(() ->
                        site.count("alarm where alarm_key = 'index-blocked:" + site.index() + "' and closed_at is null")
                                == 1);
        assertThat(site.count("failure where kind = 'document'"))
                .as("no failure a document")
                .isZero();
        assertThat(site.count("failure where kind = 'index' and cause = 'index-blocked'"))
                .isEqualTo(1);
        assertThat(offsets.lag()).isPositive();

        watermarks("true", "\"10s\"", "\"1b\"");
        everythingLands();
        Awaitility.await()
                .atMost(Wait.MOST)
                .until(() -> site.count("alarm where alarm_key like 'index-blocked:%' and closed_at is null") == 0);
    }

    @Test
    void a_ledger_without_space_is_waited_for() {
        site.ledger()
                .execute(
                        """
                create or replace function full_disk() returns trigger language plpgsql as $$
                begin
                  raise exception 'could not extend file "base/16384/16999": No space left on device' using errcode = '53100';
                end $$
                """);
        site.ledger()
                .execute(
                        "create trigger full_disk before insert on task_event for each statement execute function full_disk()");
        send();
        Awaitility.await().atMost(Wait.MOST).until(() -> health().contains("No space left on device"));
        assertThat(offsets.lag()).isPositive();
        assertThat(site.count("dead_letter where reason = 'refused-by-ledger'")).isZero();

        site.ledger().execute("drop trigger full_disk on task_event");
        everythingLands();
        Awaitility.await().atMost(Wait.MOST).until(() -> !health().contains("No space left"));
    }

    private static void send() {
        Load.acceptable("d" + ++load, 40).sendTo(site);
    }

    private static void everythingLands() {
        offsets.awaitSettled(Wait.MOST);
        Awaitility.await().atMost(Wait.MOST).until(() -> site.count("task where landed_version < version") == 0);
        Truth.check(site);
    }

    private static String view() {
        return Asked.get(node.port(), "/api/view").body();
    }

    private static String health() {
        return Asked.get(node.port(), "/actuator/health/landing").body();
    }

    private static boolean isBlocked(String index) throws Exception {
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            return view.call("GET", "/" + index + "/_settings", null)
                    .toString()
                    .contains("read_only_allow_delete\":\"true");
        }
    }

    /** {@code null}: as the server was started. */
    private static void watermarks(String enabled, String interval, String free) throws Exception {
        try (EsClient view = new EsClient(Site.stack().elasticsearchUrl())) {
            view.call(
                    "PUT",
                    "/_cluster/settings",
                    """
                    {"persistent": {"%1$sthreshold_enabled": %2$s, "cluster.info.update.interval": %3$s,
                      "%1$swatermark.low": %4$s, "%1$swatermark.high": %4$s, "%1$swatermark.flood_stage": %4$s}}
                    """
                            .formatted(WATERMARK, enabled, interval, free));
        }
    }
}
