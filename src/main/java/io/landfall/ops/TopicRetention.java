package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerConfiguration;

/**
 * Compares how long the events topic keeps records with how long the ledger knows their ids: what is read again after
 * that would be applied twice, so it is a dead letter instead ({@code too-old}), and somebody should know beforehand.
 */
@org.springframework.stereotype.Component
final class TopicRetention {
    static final String ALARM = "topic-keeps-longer-than-ledger";

    private static final Logger LOG = LoggerFactory.getLogger(TopicRetention.class);
    private static final long FOR_EVER = -1;
    private static final Duration PERIOD = Duration.ofDays(1);

    private final BrokerProbe broker;
    private final String topic;
    private final Duration ledgerKeeps;
    private final Alarms alarms;
    private final Clock clock;
    private Instant due = Instant.EPOCH;
    private boolean told;

    TopicRetention(
            BrokerProbe broker, EventsConfiguration events, LedgerConfiguration ledger, Alarms alarms, Clock clock) {
        this.broker = broker;
        this.topic = events.topic();
        this.ledgerKeeps = ledger.retention();
        this.alarms = alarms;
        this.clock = clock;
    }

    /** Once a day; a broker that does not answer is asked again a minute later. */
    @Scheduled(initialDelayString = "PT5S", fixedDelayString = "PT1M")
    void check() {
        Instant now = clock.instant();
        if (now.isBefore(due)) {
            return;
        }
        try {
            judge(retention(broker.admin()));
            due = now.plus(PERIOD);
            told = false;
        } catch (ExecutionException | TimeoutException e) {
            if (!told) {
                LOG.info(
                        "how long {} keeps its records could not be asked, and is asked each minute: {}",
                        topic,
                        String.valueOf(e.getMessage()));
                told = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long retention(Admin admin) throws ExecutionException, InterruptedException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = Objects.requireNonNull(admin.describeConfigs(List.of(resource))
                .all()
                .get(10, TimeUnit.SECONDS)
                .get(resource));
        return Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    }

    /** Milliseconds as Kafka has them; -1: for ever. */
    void judge(long retentionMillis) {
        if (retentionMillis == FOR_EVER || retentionMillis > ledgerKeeps.toMillis()) {
            String keeps = retentionMillis == FOR_EVER ? "for ever" : "for " + Duration.ofMillis(retentionMillis);
            alarms.raise(
                    ALARM,
                    Severity.P3,
                    "topic " + topic + " keeps records " + keeps + ", the ledger knows their ids for " + ledgerKeeps
                            + ": shorten retention.ms or raise landfall.ledger.retention");
        } else {
            alarms.close(ALARM);
        }
    }
}
