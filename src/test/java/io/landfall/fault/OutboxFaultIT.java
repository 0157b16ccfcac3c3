package io.landfall.fault;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.landfall.stack.Topics;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Messages of another service, while nodes and the broker go away. */
class OutboxFaultIT {
    private static final int PARTITIONS = 3;
    private static final int MESSAGES = 20_000;

    private Product one;
    private Product two;

    @AfterEach
    void end() {
        Site.stack().kafka().start();
        one.close();
        if (two != null) {
            two.close();
        }
    }

    @Test
    void two_nodes_relay_and_one_is_killed_and_no_message_is_lost_or_early() {
        Site site = site("outboxkill");
        one = node(site, "one").start();
        two = node(site, "two").start();
        RelayedMessages.write(site.ledger(), topic(site), 1, MESSAGES);
        await().atMost(Wait.MOST).until(() -> sent(site) > 0);
        one.kill();
        RelayedMessages.write(site.ledger(), topic(site), MESSAGES + 1, 2 * MESSAGES);
        await().atMost(Wait.MOST).until(() -> sent(site) == 2 * MESSAGES);
        assertWhole(site, 2 * MESSAGES);
    }

    @Test
    void the_broker_is_away_for_longer_than_the_producer_tries_and_all_follows_when_it_is_back() {
        Site site = site("outboxaway");
        one = node(site, "one").start();
        RelayedMessages.write(site.ledger(), topic(site), 1, 2_000);
        await().atMost(Wait.MOST).until(() -> sent(site) > 0);
        Site.stack().kafka().kill();
        RelayedMessages.write(site.ledger(), topic(site), 2_001, 4_000);
        await().atMost(Wait.MOST)
                .pollInterval(Duration.ofSeconds(1))
                .during(Duration.ofSeconds(30))
                .until(() -> sent(site) < 4_000);
        Site.stack().kafka().start();
        await().atMost(Wait.MOST).until(() -> sent(site) == 4_000);
        assertWhole(site, 4_000);
        assertThat(site.count("outbox where status = 'BLOCKED'")).isZero();
    }

    private static Site site(String name) {
        Site site = Site.fresh(name, 2);
        Topics.createMissing(Site.stack().bootstrapServers(), List.of(topic(site)), PARTITIONS);
        return site;
    }

    private static Product node(Site site, String name) {
        return Product.of(site, name).with("landfall.outbox.topics", topic(site));
    }

    private static String topic(Site site) {
        return site.topic() + ".messages";
    }

    private static long sent(Site site) {
        return site.count("outbox where status = 'SENT' and topic = '" + topic(site) + "'");
    }

    private static void assertWhole(Site site, int messages) {
        RelayedMessages found = RelayedMessages.in(Site.stack().bootstrapServers(), topic(site), PARTITIONS, messages);
        assertThat(found.lost()).isZero();
        assertThat(found.early()).isZero();
    }
}
