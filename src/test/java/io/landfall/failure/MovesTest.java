package io.landfall.failure;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.landfall.failure.Moves.Move;

import static org.assertj.core.api.Assertions.assertThat;

class MovesTest {
    @Test
    void the_whole_table() {
        List<String> lines = new ArrayList<>();
        for (FailureStatus from : FailureStatus.values()) {
            StringBuilder line = new StringBuilder(from.name()).append(':');
            for (Move move : Move.values()) {
                FailureStatus to = Moves.to(from, move);
                line.append(' ').append(to == null ? "-" : to.name());
            }
            lines.add(line.toString());
        }
        // FAIL REFUSE CLAIM EXHAUST LAND OUTDATE RETRY ABANDON
        assertThat(lines)
                .containsExactly(
                        "PENDING: PENDING PERMANENT CLAIMED EXHAUSTED RESOLVED SUPERSEDED PENDING ABANDONED",
                        "CLAIMED: PENDING PERMANENT - EXHAUSTED RESOLVED SUPERSEDED - ABANDONED",
                        "EXHAUSTED: PENDING PERMANENT - - RESOLVED SUPERSEDED PENDING ABANDONED",
                        "PERMANENT: PENDING PERMANENT - - RESOLVED SUPERSEDED PENDING ABANDONED",
                        "RESOLVED: - - - - - - - -",
                        "SUPERSEDED: - - - - - - - -",
                        "ABANDONED: - - - - - - - -");
    }

    @Test
    void what_is_open_may_move_and_what_is_closed_may_not() {
        for (FailureStatus status : FailureStatus.values()) {
            boolean moves = false;
            for (Move move : Move.values()) {
                moves |= Moves.to(status, move) != null;
            }
            assertThat(moves).as(status.name()).isEqualTo(status.isOpen());
        }
    }

    @Test
    void a_statement_compares_with_the_statuses_from_which_a_move_is_legal() {
        assertThat(Moves.from(Move.RETRY))
                .containsExactly(FailureStatus.PENDING, FailureStatus.EXHAUSTED, FailureStatus.PERMANENT);
    }
}
