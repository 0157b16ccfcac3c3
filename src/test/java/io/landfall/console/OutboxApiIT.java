package io.landfall.console;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Messages of the outbox, seen and released over HTTP. */
@SpringBootTest(classes = ReadingApp.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class OutboxApiIT {
    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate ledger;

    private TestRows rows;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("outbox_api_it", registry);
    }

    @BeforeEach
    void nothing_there() {
        rows = new TestRows(ledger);
        rows.clear();
        ledger.update("truncate outbox, operator_action");
    }

    @Test
    void messages_are_listed_by_status_and_topic_without_their_payloads() {
        long sent = message("a", "SENT");
        long blocked = message("a", "BLOCKED");
        message("b", "BLOCKED");
        JsonNode page = Asked.get(port, "/api/outbox?status=BLOCKED&topic=a").json();
        assertThat(page.at("/items")).hasSize(1);
        JsonNode row = page.at("/items/0");
        assertThat(row.at("/id").asLong()).isEqualTo(blocked);
        assertThat(row.at("/key").asText()).isEqualTo("k");
        assertThat(row.at("/bytes").asInt()).isEqualTo(6);
        assertThat(row.at("/reason").asText()).isEqualTo("why");
        assertThat(row.at("/writtenBy").asText()).isNotEmpty();
        assertThat(row.toString()).doesNotContain("secret");
        assertThat(Asked.get(port, "/api/outbox?status=SENT")
                        .json()
                        .at("/items/0/id")
                        .asLong())
                .isEqualTo(sent);
        assertThat(Asked.get(port, "/api/outbox?limit=1").json().at("/next").asText())
                .isNotEmpty();
        assertThat(Asked.get(port, "/api/outbox?status=LOST").status()).isEqualTo(400);
    }

    @Test
    void a_released_message_goes_again_and_it_is_on_record_who_did_that() {
        long id = message("a", "BLOCKED");
        Asked asked = Asked.post(port, "/api/outbox/" + id + "/release", "");
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        assertThat(ledger.queryForMap("select status, reason from outbox where id = ?", id))
                .containsEntry("status", "PENDING")
                .containsEntry("reason", null);
        JsonNode action = Asked.get(port, "/api/operator-actions").json().at("/items/0");
        assertThat(action.at("/operator").asText()).isEqualTo("admin");
        assertThat(action.at("/action").asText()).isEqualTo("outbox.release");
        assertThat(action.at("/detail").asText()).isEqualTo("message " + id);
    }

    @Test
    void what_is_not_blocked_is_a_conflict_and_what_is_not_there_is_not_found() {
        long id = message("a", "SENT");
        assertThat(Asked.post(port, "/api/outbox/" + id + "/release", "").status())
                .isEqualTo(409);
        assertThat(Asked.post(port, "/api/outbox/" + (id + 1) + "/release", "").status())
                .isEqualTo(404);
        assertThat(Asked.post(port, "/api/outbox/" + id + "/release", "{\"all\":true}")
                        .status())
                .isEqualTo(400);
        assertThat(ledger.queryForObject("select count(*) from operator_action", Long.class))
                .isZero();
    }

    @Test
    void many_are_released_by_topic_within_the_bounds_of_all_actions_on_many() {
        message("a", "BLOCKED");
        message("a", "BLOCKED");
        long other = message("b", "BLOCKED");
        assertThat(Asked.post(port, "/api/outbox/release", "{}").status()).isEqualTo(400);
        JsonNode dry = Asked.post(port, "/api/outbox/release", "{\"topic\":\"a\",\"dryRun\":true}")
                .json();
        assertThat(dry.at("/number").asInt()).isEqualTo(2);
        assertThat(Asked.post(port, "/api/outbox/release", "{\"topic\":\"a\",\"expected\":3}")
                        .status())
                .isEqualTo(409);
        assertThat(blocked()).hasSize(3);
        assertThat(Asked.post(port, "/api/outbox/release", "{\"topic\":\"a\",\"expected\":2}")
                        .json()
                        .at("/number")
                        .asInt())
                .isEqualTo(2);
        assertThat(blocked()).containsExactly(other);
    }

    @Test
    void a_replay_is_not_released_when_its_dead_letter_was_sent_again_meanwhile() {
        long letter = rows.deadLetter("not-json", new byte[] {1}, 5);
        long replay = message("a", "BLOCKED");
        ledger.update("update outbox set replay_of = ? where id = ?", letter, replay);
        ledger.update("update dead_letter set status = 'REPLAYED' where id = ?", letter);
        assertThat(Asked.post(port, "/api/outbox/" + replay + "/release", "").status())
                .isEqualTo(409);
        assertThat(Asked.post(port, "/api/outbox/release", "{\"all\":true}")
                        .json()
                        .at("/number")
                        .asInt())
                .isZero();
        ledger.update("update dead_letter set status = 'OPEN' where id = ?", letter);
        assertThat(Asked.post(port, "/api/outbox/" + replay + "/release", "").status())
                .isEqualTo(200);
        assertThat(ledger.queryForObject("select status from dead_letter where id = ?", String.class, letter))
                .isEqualTo("REPLAYED");
    }

    private long message(String topic, String status) {
        Long id = ledger.queryForObject(
                """
                insert into outbox (topic, key, payload, status, reason, sent_at)
                values (?, 'k', 'secret', ?, case when ? = 'BLOCKED' then 'why' end, case when ? = 'SENT' then now() end)
                returning id
                """,
                Long.class,
                topic,
                status,
                status,
                status);
        return id == null ? 0 : id;
    }

    private List<Long> blocked() {
        return ledger.queryForList("select id from outbox where status = 'BLOCKED' order by id", Long.class);
    }
}
