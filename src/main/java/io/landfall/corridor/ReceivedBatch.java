package io.landfall.corridor;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.component.kafka.consumer.KafkaManualCommit;
import org.jspecify.annotations.Nullable;

/**
 * What must outlive the steps of one batch: how to commit it, partition by partition.
 *
 * @param first its first record, as {@code topic-partition@offset}; by it log lines tell batches apart
 * @param commits the last record's commit of each partition; Camel's own header knows only the batch's last record
 */
record ReceivedBatch(Map<String, KafkaManualCommit> commits, int size, String first) {
    private static final String PROPERTY = "landfall.batch";

    static ReceivedBatch of(List<Exchange> records) {
        Map<String, KafkaManualCommit> commits = new LinkedHashMap<>();
        for (int i = 0; i < records.size(); i++) {
            Message message = records.get(i).getMessage();
            Object partition = message.getHeader(KafkaConstants.PARTITION);
            Object topic = message.getHeader(KafkaConstants.TOPIC);
            // records of a partition come together: only the last of a run can be the partition's last
            if (i == records.size() - 1 || !isOf(topic, partition, records.get(i + 1))) {
                commits.put(
                        topic + "-" + partition,
                        message.getHeader(KafkaConstants.MANUAL_COMMIT, KafkaManualCommit.class));
            }
        }
        return new ReceivedBatch(commits, records.size(), records.isEmpty() ? "" : position(records.get(0)));
    }

    private static String position(Exchange record) {
        Message message = record.getMessage();
        return message.getHeader(KafkaConstants.TOPIC) + "-" + message.getHeader(KafkaConstants.PARTITION) + "@"
                + message.getHeader(KafkaConstants.OFFSET);
    }

    private static boolean isOf(Object topic, Object partition, Exchange record) {
        Message message = record.getMessage();
        return partition.equals(message.getHeader(KafkaConstants.PARTITION))
                && topic.equals(message.getHeader(KafkaConstants.TOPIC));
    }

    Collection<String> partitions() {
        return commits.keySet();
    }

    void carryOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
    }

    static @Nullable ReceivedBatch carriedBy(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ReceivedBatch.class);
    }
}
