package io.landfall.corridor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.support.DefaultMessage;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Availability;
import io.landfall.outbox.Outbox;
import io.landfall.outbox.OutboxMessage;

/** Steps claim-outbox and claim-dead-letters: pending rows become Kafka messages, each with its own topic and key. */
@Component
public final class ClaimOutbox {
    static final String CLAIMED = "landfall.claimed";
    private static final int MOST = 500;

    private final Outbox outbox;
    private final Availability availability;
    private final DeadLetterShape shape = new DeadLetterShape();

    ClaimOutbox(Outbox outbox, Availability availability) {
        this.outbox = outbox;
        this.availability = availability;
    }

    /** Claims pending messages that are not dead letters. */
    public void messages(Exchange exchange) {
        claimed(exchange, claim(outbox::claimMessages));
    }

    /** Claims pending dead letters. */
    public void deadLetters(Exchange exchange) {
        claimed(exchange, claim(outbox::claimDeadLetters));
    }

    /** Nothing while the ledger is away: the rows wait in it, and a stack trace a second would tell nobody more. */
    private List<OutboxMessage> claim(IntFunction<List<OutboxMessage>> rows) {
        try {
            List<OutboxMessage> claimed = rows.apply(MOST);
            availability.back(io.landfall.alarm.Component.LEDGER);
            return claimed;
        } catch (DataAccessResourceFailureException e) {
            availability.away(io.landfall.alarm.Component.LEDGER, "the outbox can't be read");
            return List.of();
        }
    }

    private void claimed(Exchange exchange, List<OutboxMessage> rows) {
        List<Message> messages = new ArrayList<>(rows.size());
        for (OutboxMessage row : rows) {
            Message message = new DefaultMessage(exchange);
            message.setHeader(KafkaConstants.OVERRIDE_TOPIC, row.topic());
            message.setHeader(KafkaConstants.KEY, row.key());
            message.setBody(row.payload());
            if (row.deadLetter() != null) {
                shape.shape(message, row, row.deadLetter());
            }
            messages.add(message);
        }
        exchange.setProperty(CLAIMED, rows);
        exchange.setProperty("landfall.messages", rows.size());
        exchange.getMessage().setBody(messages);
    }
}
