package io.landfall.outbox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

/** The relay's course against a broker that refuses some rows, or does not answer. */
class RelayTest {
    private final List<String> course = new ArrayList<>();

    @Test
    void the_guilty_ones_are_blocked_and_all_others_sent_in_order() {
        Relay relay = relay(9);
        Set<Long> guilty = Set.of(3L, 7L, 8L);
        while (relay.hasNext()) {
            if (relay.next(100).stream().anyMatch(row -> guilty.contains(row.id()))) {
                relay.refused("too large");
            } else {
                relay.acknowledged();
            }
        }
        assertThat(course.stream().filter(line -> line.startsWith("blocked")))
                .containsExactly("blocked 3", "blocked 7", "blocked 8");
        assertThat(course.stream().filter(line -> line.startsWith("sent")).map(line -> line.substring(5)))
                .containsExactly("[1, 2]", "[4]", "[5, 6]", "[9]");
        assertThat(course).last().isEqualTo("freed");
    }

    @Test
    void without_an_answer_nothing_more_is_sent_and_the_slots_are_free() {
        Relay relay = relay(9);
        relay.next(4);
        relay.acknowledged();
        relay.next(4);
        relay.unanswered();
        assertThat(relay.hasNext()).isFalse();
        assertThat(course).containsExactly("sent [1, 2, 3, 4]", "freed");
    }

    @Test
    void without_the_ledger_nothing_is_settled() {
        Relay relay = relay(9);
        relay.next(4);
        relay.end();
        assertThat(relay.hasNext()).isFalse();
        assertThat(course).isEmpty();
    }

    private Relay relay(int rows) {
        JdbcTemplate jdbc = mock(JdbcTemplate.class);
        doAnswer(call -> note(call.getArgument(0), call.getArguments()))
                .when(jdbc)
                .update(anyString(), any(Object[].class));
        Outbox outbox =
                new Outbox(jdbc, TransactionOperations.withoutTransaction(), new OutboxTopics(Set.of("t"), Set.of()));
        List<OutboxMessage> messages = LongStream.rangeClosed(1, rows)
                .mapToObj(id -> new OutboxMessage(id, "t", null, null, null, null, null))
                .toList();
        return new Relay(outbox, new Claim("t", new UUID(0, 1), messages, 0));
    }

    private int note(String sql, Object[] arguments) {
        if (sql.contains("'SENT', sent_at")) {
            Object ids = arguments[1];
            course.add("sent " + (ids instanceof Object[] many ? Arrays.toString(many) : "[" + ids + "]"));
        } else if (sql.contains("'BLOCKED'")) {
            course.add("blocked " + arguments[2]);
        } else {
            course.add("freed");
        }
        return 1;
    }
}
