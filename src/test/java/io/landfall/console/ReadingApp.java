package io.landfall.console;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;

import io.landfall.audit.Audit;
import io.landfall.audit.AuditConfiguration;
import io.landfall.audit.Reach;
import io.landfall.failure.IndexFailures;
import io.landfall.ledger.Ledger;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.MinAges;
import io.landfall.rebuild.IndexWrites;
import io.landfall.rebuild.Rebuild;
import io.landfall.rebuild.RebuildConfiguration;
import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;
import io.landfall.view.BulkSize;
import io.landfall.view.IndexBreakers;
import io.landfall.view.KeptAlarms;
import io.landfall.view.ViewConfiguration;
import io.landfall.view.ViewWrite;
import io.landfall.view.Written;

/**
 * What is looked at, without the routes: HTTP, health, metrics and alarms on the local stack. No configuration by name: the
 * demo scans the test classes too.
 */
@EnableAutoConfiguration(exclude = CamelAutoConfiguration.class)
@ComponentScan({
    "io.landfall.console",
    "io.landfall.access",
    "io.landfall.ops",
    "io.landfall.alarm",
    "io.landfall.dingtalk",
    "io.landfall.ledger",
    "io.landfall.failure",
    "io.landfall.compensation",
    "io.landfall.inspection",
    "io.landfall.overview",
    "io.landfall.trace"
})
@ConfigurationPropertiesScan({
    "io.landfall.calls",
    "io.landfall.console",
    "io.landfall.access",
    "io.landfall.ops",
    "io.landfall.event",
    "io.landfall.ledger",
    "io.landfall.compensation",
    "io.landfall.inspection",
    "io.landfall.failure",
    "io.landfall.outbox",
    "io.landfall.dingtalk",
    "io.landfall.alarm"
})
public class ReadingApp {
    public static final String PASSWORD = "only-for-tests";

    @Bean
    RestClient view(@Value("${test.view}") String url) {
        return RestClient.builder(HttpHost.create(url)).build();
    }

    @Bean
    ViewConfiguration viewConfiguration() {
        return new Binder(new MapConfigurationPropertySource(
                        Map.of("landfall.view.indices", "tasks,apart", "landfall.view.probe-period", "50ms")))
                .bindOrCreate("landfall.view", ViewConfiguration.class);
    }

    @Bean
    IndexBreakers indexBreakers(ViewConfiguration configuration, IndexFailures failures, Clock clock) {
        return new IndexBreakers(configuration, failures, clock);
    }

    @Bean
    BulkSize bulkSize(ViewConfiguration configuration, Clock clock) {
        return new BulkSize(configuration, clock);
    }

    /** One that nobody works on. */
    @Bean
    Audit audit(JdbcTemplate ledger, LedgerTransactions transactions, RestClient view, ViewConfiguration where) {
        Duration second = Duration.ofSeconds(1);
        Reach reach =
                new Reach(ledger, transactions, MinAges.of(second), view, where, topic -> Map.of(), task -> false);
        return new Audit(reach, new AuditConfiguration("-", 1, second), new KeptAlarms(), "reading");
    }

    /** Nor on this. */
    @Bean
    Rebuild rebuild(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            Ledger ledger,
            RestClient view,
            ViewConfiguration where) {
        IndexWrites writes = new IndexWrites() {
            @Override
            public List<Written> aim(List<ViewWrite> wanted) {
                throw new AssertionError("nobody writes here");
            }

            @Override
            public List<Written> land(List<ViewWrite> wanted) {
                throw new AssertionError("nobody writes here");
            }
        };
        io.landfall.rebuild.Reach reach =
                new io.landfall.rebuild.Reach(jdbc, transactions, ledger, view, where, writes);
        return new Rebuild(reach, new RebuildConfiguration(1, Duration.ofMinutes(5)), new KeptAlarms(), "reading");
    }

    /** Tables of its own in the shared database. */
    public static void on(String schema, DynamicPropertyRegistry registry) {
        LocalStack stack = SharedStack.get();
        registry.add("spring.datasource.url", stack::jdbcUrl);
        registry.add("spring.datasource.username", stack::jdbcUser);
        registry.add("spring.datasource.password", stack::jdbcPassword);
        registry.add("spring.datasource.hikari.schema", () -> schema);
        registry.add("spring.datasource.hikari.maximum-pool-size", () -> 4);
        registry.add("spring.flyway.schemas", () -> schema);
        registry.add("spring.flyway.default-schema", () -> schema);
        registry.add("landfall.kafka.brokers", stack::bootstrapServers);
        registry.add("landfall.admin-password", () -> PASSWORD);
        registry.add("test.view", stack::elasticsearchUrl);
        // there are no routes here
        registry.add("management.endpoint.health.group.landing.include", () -> "view,broker,ledger");
    }
}
