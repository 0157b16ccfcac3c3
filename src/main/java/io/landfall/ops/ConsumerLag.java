package io.landfall.ops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;

import io.landfall.overview.Level;
import io.landfall.overview.LevelSource;

/**
 * How many records of a topic are behind what the group has committed: asked from the broker, on a schedule, so that it tells
 * even when no consumer lives. While the broker does not answer the last sample stands.
 */
@Component
final class ConsumerLag implements LevelSource {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLag.class);
    private static final int SECONDS = 5;

    private final BrokerProbe broker;
    /** By topic. */
    private final Map<String, String> groups;

    private final MultiGauge gauge;
    private volatile Map<String, Long> sampled = Map.of();

    ConsumerLag(
            BrokerProbe broker,
            @Value("${landfall.events.topic}") String events,
            @Value("${landfall.events.group}") String group,
            @Value("${landfall.topics.model-calls}") String calls,
            @Value("${landfall.calls.group}") String callsGroup,
            @Value("${landfall.calls.enabled}") boolean callsReceived,
            MeterRegistry meters) {
        this.broker = broker;
        this.groups = callsReceived ? Map.of(events, group, calls, callsGroup) : Map.of(events, group);
        this.gauge = MultiGauge.builder("landfall.consumer.lag")
                .description("Records of a topic that are not yet committed by their group, all partitions together")
                .register(meters);
    }

    /** By topic; a topic that was never seen is missing. */
    Map<String, Long> byTopic() {
        return sampled;
    }

    @Override
    public List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        sampled.forEach((topic, lag) -> levels.add(Level.lag(topic, lag)));
        return levels;
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    void sample() {
        Map<String, Long> lags = new HashMap<>();
        groups.forEach((topic, group) -> {
            Long lag = lag(topic, group);
            if (lag != null) {
                lags.put(topic, lag);
            }
        });
        sampled = Map.copyOf(lags);
        List<Row<?>> rows = new ArrayList<>();
        sampled.forEach((topic, lag) -> rows.add(Row.of(Tags.of("topic", topic), lag)));
        gauge.register(rows, true);
    }

    /** As it was when the broker can't say. */
    private @Nullable Long lag(String topic, String group) {
        try {
            return ask(broker.admin(), topic, group);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("no lag of {}: the broker does not say", topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return sampled.get(topic);
    }

    private static long ask(Admin admin, String topic, String group)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> last = new HashMap<>();
        Map<TopicPartition, OffsetSpec> first = new HashMap<>();
        admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get(SECONDS, TimeUnit.SECONDS)
                .values()
                .forEach(found -> found.partitions().forEach(partition -> {
                    last.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest());
                    first.put(new TopicPartition(topic, partition.partition()), OffsetSpec.earliest());
                }));
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(SECONDS, TimeUnit.SECONDS);
        Map<TopicPartition, ListOffsetsResultInfo> ends =
                admin.listOffsets(last).all().get(SECONDS, TimeUnit.SECONDS);
        Map<TopicPartition, ListOffsetsResultInfo> begins =
                admin.listOffsets(first).all().get(SECONDS, TimeUnit.SECONDS);
        long lag = 0;
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> begin : begins.entrySet()) {
            OffsetAndMetadata done = committed.get(begin.getKey());
            ListOffsetsResultInfo end = ends.get(begin.getKey());
            // what was deleted before it was read is not waited for
            long from =
                    Math.max(done == null ? 0 : done.offset(), begin.getValue().offset());
            lag += end == null ? 0 : Math.max(0, end.offset() - from);
        }
        return lag;
    }
}
