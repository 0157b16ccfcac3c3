package io.landfall.corridor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Availability;
import io.landfall.ledger.LedgerTopics;
import io.landfall.outbox.Outbox;
import io.landfall.outbox.Turns;
import io.landfall.outbox.Turns.Turn;

/**
 * Steps due-topics, due-dead-letters and due-alarms: the turns of topics that this node may relay now. Dead letters and alarms
 * have a route each, so that no other message ever waits for them, nor they for it.
 */
@Component
public final class DueTopics {
    private static final String TURNS = "landfall.turns";
    private static final Duration BETWEEN_STRANGE = Duration.ofSeconds(2);

    private final Outbox outbox;
    private final Turns turns;
    private final LedgerTopics ledgerTopics;
    private final String alarms;
    private final LedgerTrouble trouble;
    private final BlockedRows blocked;
    private volatile long strangeAt = System.nanoTime() - BETWEEN_STRANGE.toNanos();

    DueTopics(
            Outbox outbox,
            Turns turns,
            LedgerTopics ledgerTopics,
            @org.springframework.beans.factory.annotation.Value("${landfall.topics.alarms}") String alarms,
            Availability availability,
            BlockedRows blocked) {
        this.outbox = outbox;
        this.turns = turns;
        this.ledgerTopics = ledgerTopics;
        this.alarms = alarms;
        this.trouble = new LedgerTrouble(availability, "the outbox can't be read or written");
        this.blocked = blocked;
    }

    /** All but dead letters and alarms. */
    public void others(Exchange exchange) {
        List<String> due = trouble.orElse(List.of(), outbox::due);
        // afterwards, and for itself: what nobody may send must not hold up what is to be sent
        if (System.nanoTime() - strangeAt > BETWEEN_STRANGE.toNanos()) {
            strangeAt = System.nanoTime();
            blocked.tell(trouble.orElse(0, outbox::blockStrange), "a topic that is not allowed");
        }
        begin(
                exchange,
                due.stream().filter(topic -> !topic.equals(ledgerTopics.deadLetters()) && !topic.equals(alarms)));
    }

    /** What can never be applied, on its way to its topic. */
    public void deadLetters(Exchange exchange) {
        begin(exchange, Stream.of(ledgerTopics.deadLetters()));
    }

    /** What became of alarms. */
    public void alarms(Exchange exchange) {
        begin(exchange, Stream.of(alarms));
    }

    private void begin(Exchange exchange, Stream<String> topics) {
        List<Turn> begun = topics.map(turns::begin).flatMap(Optional::stream).toList();
        exchange.setProperty(TURNS, begun);
    }
}
