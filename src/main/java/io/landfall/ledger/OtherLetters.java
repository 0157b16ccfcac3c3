package io.landfall.ledger;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;
import io.landfall.ledger.ReplayedLetters.Attempt;

/**
 * Dead letters of topics other than that of events: kept, relayed and counted as theirs are. For use inside the transaction
 * that settles the records.
 */
public final class OtherLetters {
    private final DeadLetterRows letters;
    private final ReplayedLetters replays;

    public OtherLetters(JdbcTemplate jdbc, LedgerTopics topics) {
        this.letters = new DeadLetterRows(jdbc, topics.deadLetters());
        this.replays = new ReplayedLetters(jdbc);
    }

    /**
     * A record that was delivered.
     *
     * @param hash SHA-256 of its value
     */
    public record Received(SourceRecord source, byte[] hash) {}

    /**
     * Keeps what can't be read, unless it is a letter that was sent again: then it is one more attempt of that letter. A letter
     * that was sent again and can be read now is resolved.
     */
    public void settle(List<Received> readable, List<Delivery.Malformed> unreadable) {
        List<Attempt> attempts = new ArrayList<>();
        IdentityHashMap<Received, Long> mended = replays.find(readable, Received::source, Received::hash);
        mended.forEach((record, letter) ->
                attempts.add(new Attempt(letter, Ledger.Word.APPLIED, null, null, record.source())));
        IdentityHashMap<Delivery.Malformed, Long> again =
                replays.find(unreadable, Delivery.Malformed::source, Delivery.Malformed::hash);
        again.forEach((record, letter) -> attempts.add(
                new Attempt(letter, Ledger.Word.MALFORMED, record.reason(), record.detail(), record.source())));
        List<DeadLetter> fresh = unreadable.stream()
                .filter(record -> !again.containsKey(record))
                .map(record -> new DeadLetter(
                        record.source(), record.hash(), record.reason(), record.detail(), record.taskId()))
                .toList();
        if (!fresh.isEmpty()) {
            letters.keep(fresh);
        }
        if (!attempts.isEmpty()) {
            replays.keep(attempts);
        }
    }
}
