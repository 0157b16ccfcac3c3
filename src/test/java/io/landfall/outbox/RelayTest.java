package io.landfall.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

/** The relay's course against a broker that refuses some rows, or does not answer for a topic. */
class RelayTest {
    private final List<String> course = new ArrayList<>();

    @Test
    void the_guilty_ones_are_blocked_and_all_others_sent_in_order() {
        run(Set.of(3L, 7L, 8L), "", row(1), row(2), row(3), row(4), row(5), row(6), row(7), row(8), row(9));
        assertThat(course.stream().filter(line -> line.startsWith("blocked")))
                .containsExactly("blocked 3", "blocked 7", "blocked 8");
        assertThat(course.stream().filter(line -> line.startsWith("sent")).map(line -> line.substring(5)))
                .containsExactly("[1, 2]", "[4]", "[5, 6]", "[9]");
    }

    @Test
    void a_topic_without_an_answer_goes_back_and_the_others_go_on() {
        run(Set.of(), "a", row(1, "a"), row(2, "b"), row(3, "a"), row(4, "b"));
        assertThat(course).containsExactly("released [1, 3]", "sent [2, 4]");
    }

    private void run(Set<Long> guilty, String silent, OutboxMessage... rows) {
        JdbcTemplate jdbc = mock(JdbcTemplate.class);
        doAnswer(call -> note(call.getArgument(0), call.getArguments()))
                .when(jdbc)
                .update(anyString(), any(Object[].class));
        Relay relay = new Relay(new Outbox(jdbc, TransactionOperations.withoutTransaction(), "alarms"), List.of(rows));
        while (relay.hasNext()) {
            List<OutboxMessage> chunk = relay.next();
            if (chunk.get(0).topic().equals(silent)) {
                relay.unanswered();
            } else if (chunk.stream().anyMatch(row -> guilty.contains(row.id()))) {
                relay.refused("too large");
            } else {
                relay.acknowledged();
            }
        }
    }

    private int note(String sql, Object[] arguments) {
        if (sql.contains("'SENT', sent_at")) {
            course.add("sent " + List.of((Object[]) arguments[1]));
        } else if (sql.contains("'BLOCKED'")) {
            course.add("blocked " + arguments[2]);
        } else {
            course.add("released " + List.of((Object[]) arguments[1]));
        }
        return 1;
    }

    private static OutboxMessage row(long id) {
        return row(id, "t");
    }

    private static OutboxMessage row(long id, String topic) {
        return new OutboxMessage(id, topic, null, null, null, null, null);
    }
}
