package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.http.HttpHost;
import org.awaitility.Awaitility;
import org.elasticsearch.client.RestClient;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

import com.zaxxer.hikari.HikariDataSource;

import io.landfall.audit.Audit;
import io.landfall.audit.AuditConfiguration;
import io.landfall.audit.AuditState;
import io.landfall.audit.Reach;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.MinAges;
import io.landfall.stack.LocalStack;
import io.landfall.stack.Wait;
import io.landfall.view.KeptAlarms;
import io.landfall.view.ViewConfiguration;

/** The product's own audit has nothing to say; it runs here, or on a node of the site that is faster. */
final class AuditTruth {

    private final Site site;

    AuditTruth(Site site) {
        this.site = site;
    }

    List<String> differences() {
        LocalStack stack = Site.stack();
        try (HikariDataSource ledger = new HikariDataSource();
                RestClient view = RestClient.builder(HttpHost.create(stack.elasticsearchUrl()))
                        .build();
                Offsets offsets = site.offsets()) {
            ledger.setJdbcUrl(stack.jdbcUrl());
            ledger.setSchema(site.schema());
            ledger.setMaximumPoolSize(2);
            JdbcTemplate jdbc = new JdbcTemplate(ledger);
            Reach reach = new Reach(
                    jdbc,
                    new LedgerTransactions(new JdbcTransactionManager(ledger), jdbc, Duration.ofSeconds(30)),
                    MinAges.of(Duration.ofMinutes(10)),
                    view,
                    new Binder(new MapConfigurationPropertySource(site.keys()))
                            .bindOrCreate("landfall.view", ViewConfiguration.class),
                    topic -> ends(offsets, topic),
                    task -> {
                        throw new AssertionError("an audit that only looks writes");
                    });
            Audit audit = new Audit(
                    reach, new AuditConfiguration("-", 100_000, Duration.ofSeconds(2)), new KeptAlarms(), "truth");
            return differences(audit, jdbc);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<Integer, Long> ends(Offsets offsets, String topic) {
        return topic.equals(site.topic())
                ? offsets.ends().entrySet().stream()
                        .collect(Collectors.toMap(end -> end.getKey().partition(), Map.Entry::getValue))
                : Map.of();
    }

    private static List<String> differences(Audit audit, JdbcTemplate jdbc) {
        Audit.Begun begun = audit.begin("truth", false, true);
        if (!(begun instanceof Audit.Accepted accepted)) {
            return List.of("an audit is running already: " + begun);
        }
        Awaitility.await("the end of the audit").atMost(Wait.MOST).until(() -> {
            audit.work();
            return !state(audit).status().equals("RUNNING");
        });
        AuditState state = state(audit);
        List<String> differences = new ArrayList<>(jdbc.query(
                "select kind, subject, detail from audit_finding where audit_id = ? order by id",
                (row, i) -> "audit: " + row.getString("kind") + " " + row.getString("subject") + ": "
                        + row.getString("detail"),
                accepted.id()));
        if (!state.status().equals("DONE") || state.tasks() == 0 || state.notFoldable() > 0) {
            differences.add("audit: " + state);
        }
        return differences;
    }

    private static AuditState state(Audit audit) {
        return audit.latest().orElseThrow();
    }
}
