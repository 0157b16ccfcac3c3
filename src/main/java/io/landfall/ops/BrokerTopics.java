package io.landfall.ops;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.landfall.outbox.TopicLook;

/** Asks the broker whether topics are there; one that is, is not asked for again for some seconds. */
@Component
final class BrokerTopics implements TopicLook {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerTopics.class);
    private static final int SECONDS = 5;
    private static final Duration TRUST = Duration.ofSeconds(5);

    private final BrokerProbe broker;
    private final Map<String, Long> seenAt = new ConcurrentHashMap<>();

    BrokerTopics(BrokerProbe broker) {
        this.broker = broker;
    }

    @Override
    public boolean isThere(String topic) {
        Long seen = seenAt.get(topic);
        if (seen != null && System.nanoTime() - seen < TRUST.toNanos()) {
            return true;
        }
        try {
            broker.admin().describeTopics(List.of(topic)).allTopicNames().get(SECONDS, TimeUnit.SECONDS);
            seenAt.put(topic, System.nanoTime());
            return true;
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("topic {} is not there, or nobody says", topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        seenAt.remove(topic);
        return false;
    }
}
