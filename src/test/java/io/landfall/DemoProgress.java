package io.landfall;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.simulator.TrafficSimulator;

/** One line every few seconds: what was sent, where the tasks are, what did not land. */
final class DemoProgress {
    private static final Logger LOG = LoggerFactory.getLogger("landfall.demo");
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final JdbcTemplate jdbc;
    private final TrafficSimulator traffic;

    private DemoProgress(JdbcTemplate jdbc, TrafficSimulator traffic) {
        this.jdbc = jdbc;
        this.traffic = traffic;
    }

    static void start(ConfigurableApplicationContext product, TrafficSimulator traffic) {
        DemoProgress progress = new DemoProgress(product.getBean(JdbcTemplate.class), traffic);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "demo-progress");
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleAtFixedRate(progress::tell, EVERY.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
    }

    private void tell() {
        try {
            Map<String, Long> states = new TreeMap<>();
            jdbc.query(
                    "select case when deleted_at is null then state else 'deleted' end as state, count(*) from task group by 1",
                    row -> {
                        states.put(row.getString(1), row.getLong(2));
                    });
            LOG.info(
                    "sent {} events of {} tasks | {} | un-landed {}, open failures {}, dead letters {}",
                    traffic.counts().events(),
                    traffic.counts().tasks(),
                    states,
                    count("task where landed_version < version"),
                    count("failure where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')"),
                    count("dead_letter"));
        } catch (DataAccessException e) {
            LOG.warn("the ledger does not answer: {}", e.getMessage());
        }
    }

    private long count(String what) {
        Long count = jdbc.queryForObject("select count(*) from " + what, Long.class);
        return count == null ? 0 : count;
    }
}
