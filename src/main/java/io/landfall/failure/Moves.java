package io.landfall.failure;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import static io.landfall.failure.FailureStatus.ABANDONED;
import static io.landfall.failure.FailureStatus.CLAIMED;
import static io.landfall.failure.FailureStatus.EXHAUSTED;
import static io.landfall.failure.FailureStatus.PENDING;
import static io.landfall.failure.FailureStatus.PERMANENT;
import static io.landfall.failure.FailureStatus.RESOLVED;
import static io.landfall.failure.FailureStatus.SUPERSEDED;

/** Which moves a failure may make, and where they lead: one table. What is closed stays closed. */
public final class Moves {
    /** What may happen to a failure. */
    public enum Move {
        /** A write failed in a way that may pass. */
        FAIL,
        /** A write was refused for good. */
        REFUSE,
        /** A compensation run takes it. */
        CLAIM,
        /** A compensation run ends its tries. */
        EXHAUST,
        /** Its own version landed. */
        LAND,
        /** A newer version landed. */
        OUTDATE,
        /** An operator wants it tried again. */
        RETRY,
        /** An operator gives it up. */
        ABANDON
    }

    private static final @Nullable FailureStatus NO = null;

    //                                                         FAIL     REFUSE     CLAIM    EXHAUST    LAND      OUTDATE
    //     RETRY    ABANDON
    private static final Map<FailureStatus, Map<Move, FailureStatus>> TABLE = new EnumMap<>(Map.of(
            PENDING, row(PENDING, PERMANENT, CLAIMED, EXHAUSTED, RESOLVED, SUPERSEDED, PENDING, ABANDONED),
            CLAIMED, row(PENDING, PERMANENT, NO, EXHAUSTED, RESOLVED, SUPERSEDED, NO, ABANDONED),
            EXHAUSTED, row(PENDING, PERMANENT, NO, NO, RESOLVED, SUPERSEDED, PENDING, ABANDONED),
            PERMANENT, row(PENDING, PERMANENT, NO, NO, RESOLVED, SUPERSEDED, PENDING, ABANDONED),
            RESOLVED, row(NO, NO, NO, NO, NO, NO, NO, NO),
            SUPERSEDED, row(NO, NO, NO, NO, NO, NO, NO, NO),
            ABANDONED, row(NO, NO, NO, NO, NO, NO, NO, NO)));

    private Moves() {}

    /** Where the move leads; null: it is not legal from there. */
    public static @Nullable FailureStatus to(FailureStatus from, Move move) {
        Map<Move, FailureStatus> row = TABLE.get(from);
        return row == null ? NO : row.get(move);
    }

    /** The statuses from which the move is legal, as a statement compares them before it sets the new one. */
    public static FailureStatus[] from(Move move) {
        return Arrays.stream(FailureStatus.values())
                .filter(status -> to(status, move) != null)
                .toArray(FailureStatus[]::new);
    }

    private static Map<Move, FailureStatus> row(@Nullable FailureStatus... targets) {
        Map<Move, FailureStatus> row = new EnumMap<>(Move.class);
        int column = 0;
        for (Move move : Move.values()) {
            FailureStatus target = targets[column++];
            if (target != null) {
                row.put(move, target);
            }
        }
        return row;
    }
}
