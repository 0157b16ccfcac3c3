package io.landfall.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.LogKeys;
import io.landfall.event.CallDelivery;
import io.landfall.event.Delivery;
import io.landfall.event.ModelCall;
import io.landfall.ledger.LedgerRefuses;
import io.landfall.ledger.LedgerTopics;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.OtherLetters;

/**
 * The table {@code model_call}: what is known of each call, whatever the order in which it was told, and however often. What
 * can't be read becomes a dead letter in the same transaction.
 */
public final class CallLog {
    private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);

    private final LedgerTransactions transactions;
    private final CallRows rows;
    private final OtherLetters letters;

    CallLog(JdbcTemplate jdbc, LedgerTransactions transactions, LedgerTopics topics, CallsConfiguration configuration) {
        this.transactions = transactions;
        this.rows = new CallRows(jdbc, configuration.maxResult());
        this.letters = new OtherLetters(jdbc, topics);
    }

    /**
     * What became of a batch.
     *
     * @param recorded calls of which more is known now
     * @param noEffect deliveries that told nothing new
     */
    public record Recorded(int recorded, int noEffect, int malformed) {
        Recorded plus(Recorded other) {
            return new Recorded(recorded + other.recorded, noEffect + other.noEffect, malformed + other.malformed);
        }
    }

    /**
     * Records a batch, whole or not at all.
     *
     * @throws io.landfall.ledger.LedgerAway nothing was changed; trying again later is right
     */
    public Recorded record(List<CallDelivery> deliveries) {
        try {
            return transactions.run("record-calls", () -> recordNow(deliveries));
        } catch (LedgerRefuses refusal) {
            return isolate(deliveries, refusal);
        }
    }

    private Recorded recordNow(List<CallDelivery> deliveries) {
        // in order, so that two batches can't wait for each other
        Map<CallKey, ModelCall> calls = new TreeMap<>();
        List<OtherLetters.Received> readable = new ArrayList<>();
        List<Delivery.Malformed> unreadable = new ArrayList<>();
        for (CallDelivery delivery : deliveries) {
            if (delivery instanceof CallDelivery.Told told) {
                readable.add(new OtherLetters.Received(told.source(), told.hash()));
                calls.merge(CallKey.of(told.call()), told.call(), (known, next) -> next.outdoes(known) ? next : known);
            } else if (delivery instanceof CallDelivery.Unreadable broken) {
                unreadable.add(broken.letter());
            }
        }
        letters.settle(readable, unreadable);
        int recorded = calls.isEmpty() ? 0 : rows.keep(List.copyOf(calls.values()));
        return new Recorded(recorded, readable.size() - recorded, unreadable.size());
    }

    /** Halves until the record is alone whose data the database refuses; that one becomes a dead letter. */
    private Recorded isolate(List<CallDelivery> deliveries, LedgerRefuses refusal) {
        if (deliveries.size() > 1) {
            int half = deliveries.size() / 2;
            return record(deliveries.subList(0, half)).plus(record(deliveries.subList(half, deliveries.size())));
        }
        if (!(deliveries.get(0) instanceof CallDelivery.Told told)) {
            throw refusal;
        }
        LogKeys.ofTask(
                told.call().taskId(),
                () -> LOG.warn(
                        "the ledger refuses the data of {}: {}", told.source().position(), refusal.sqlState()));
        return record(List.of(new CallDelivery.Unreadable(refusal.letter(told.source(), told.hash()))));
    }

    private record CallKey(String taskId, int attempt, String callId) implements Comparable<CallKey> {
        static CallKey of(ModelCall call) {
            return new CallKey(call.taskId(), call.attempt(), call.callId());
        }

        @Override
        public int compareTo(CallKey other) {
            int byTask = taskId.compareTo(other.taskId);
            int byAttempt = byTask != 0 ? byTask : Integer.compare(attempt, other.attempt);
            return byAttempt != 0 ? byAttempt : callId.compareTo(other.callId);
        }
    }
}
