package io.landfall.ops;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.jspecify.annotations.Nullable;

import io.landfall.alarm.Component;
import io.landfall.outbox.KafkaConnection;

/** Asks the brokers who they are. */
@org.springframework.stereotype.Component
final class BrokerProbe extends Probe implements AutoCloseable {
    private static final int MILLIS = (int) PATIENCE.toMillis();

    private final KafkaConnection connection;
    private @Nullable Admin admin;

    BrokerProbe(KafkaConnection connection, Clock clock) {
        super(Component.BROKER, clock);
        this.connection = connection;
    }

    @Override
    Map<String, Object> ask() throws Exception {
        DescribeClusterResult cluster = admin().describeCluster(new DescribeClusterOptions().timeoutMs(MILLIS));
        int nodes = cluster.nodes().get(MILLIS, TimeUnit.MILLISECONDS).size();
        if (nodes == 0) {
            throw new IllegalStateException("no broker is alive");
        }
        return Map.of("cluster", cluster.clusterId().get(MILLIS, TimeUnit.MILLISECONDS), "nodes", nodes);
    }

    synchronized Admin admin() {
        Admin known = admin;
        if (known == null) {
            known = Admin.create(connection.client(Map.of(
                    AdminClientConfig.CLIENT_ID_CONFIG,
                    "landfall-health",
                    AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                    MILLIS,
                    AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                    MILLIS,
                    // it logs each attempt: not ten a second
                    AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG,
                    1_000L,
                    AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                    5_000L,
                    // a login that was refused is told again, without a try, until then: by default for five minutes
                    AdminClientConfig.METADATA_MAX_AGE_CONFIG,
                    10_000L)));
            admin = known;
        }
        return known;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(java.time.Duration.ofMillis(200));
        }
    }
}
