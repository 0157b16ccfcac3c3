package io.landfall.corridor;

import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.support.DefaultMessage;
import org.springframework.stereotype.Component;

import io.landfall.outbox.OutboxMessage;
import io.landfall.outbox.Relay;
import io.landfall.outbox.TopicLook;

/** Step next-messages: the relay's next rows become Kafka messages, each with its own topic, key and headers. */
@Component
public final class NextMessages {
    private final MessageShape shape = new MessageShape();
    private final DeadLetterShape deadLetters = new DeadLetterShape();
    private final TopicLook topics;
    private final BlockedRows blocked;

    NextMessages(TopicLook topics, BlockedRows blocked) {
        this.topics = topics;
        this.blocked = blocked;
    }

    public void next(Exchange exchange) {
        Relay relay = ClaimOutbox.relay(exchange);
        List<Message> messages = new ArrayList<>();
        // the producer waits for a topic that is not there with each message anew
        int most = topics.isThere(relay.topic()) ? Integer.MAX_VALUE : 1;
        for (OutboxMessage row : relay.next(most)) {
            try {
                messages.add(message(exchange, row));
            } catch (UndecodableHeaders e) {
                relay.block(row, String.valueOf(e.getMessage()));
                blocked.tell(row, String.valueOf(e.getMessage()));
            }
        }
        exchange.removeProperty(UnsentMessages.WHY);
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(messages);
    }

    private Message message(Exchange exchange, OutboxMessage row) {
        Message message = new DefaultMessage(exchange);
        message.setHeader(KafkaConstants.OVERRIDE_TOPIC, row.topic());
        message.setHeader(KafkaConstants.KEY, row.key());
        message.setBody(row.payload());
        if (row.deadLetter() != null) {
            deadLetters.shape(message, row, row.deadLetter());
        } else {
            shape.shape(message, row);
        }
        return message;
    }
}
