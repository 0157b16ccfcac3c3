package io.landfall.console;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.stereotype.Component;

import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerTopics;

/** Messages about a task that are still in the outbox: dispatches and repairs that wait, or can't be sent. */
@Component
class UnsentReader {
    private static final int MOST = 100;

    /** Blocked messages that are gone through, of all tasks. */
    private static final int BLOCKED = 10_000;

    /** Waiting ones by the relay's own index; blocked ones are few. */
    private static final String UNSENT =
            """
            (select * from outbox where status = 'PENDING' and topic in (?, ?) and outbox_slot(key, id) = outbox_slot(?, 0)
               and key = ? limit ?)
            union all
            (select * from (select * from outbox where status = 'BLOCKED' order by id desc limit ?) blocked where key = ? limit ?)
            order by id
            """;

    private final LedgerReader ledger;
    private final String events;
    private final String dispatch;

    UnsentReader(LedgerReader ledger, EventsConfiguration events, LedgerTopics topics) {
        this.ledger = ledger;
        this.events = events.topic();
        this.dispatch = topics.dispatch();
    }

    /** Oldest first. */
    List<OutboxApi.Message> ofTask(String taskId) {
        byte[] key = taskId.getBytes(StandardCharsets.UTF_8);
        return ledger.list(
                UNSENT, (row, i) -> OutboxApi.message(row), dispatch, events, key, key, MOST, BLOCKED, key, MOST);
    }

    String dispatchTopic() {
        return dispatch;
    }
}
