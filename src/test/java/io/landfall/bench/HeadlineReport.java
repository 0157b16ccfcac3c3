package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.bench.HeadlineTruth.Fate;

/** The ledger held against the truth. */
final class HeadlineReport {
    private static final String ANALYZED = "ANALYZED";
    private static final String FAILED = "FAILED";

    private final JdbcTemplate ledger;
    private final HeadlineTruth truth;
    private final long reruns;
    private final double silentBefore;
    private final int tasks;
    private final int factor;
    private final int perSecond;

    private final List<Duration> repairedAfter = new ArrayList<>();
    private int nonFinal;
    private int falseRepairs;
    private int falseFailures;

    HeadlineReport(
            JdbcTemplate ledger,
            HeadlineTruth truth,
            long reruns,
            double silentBefore,
            int tasks,
            int factor,
            int perSecond) {
        this.ledger = ledger;
        this.truth = truth;
        this.reruns = reruns;
        this.silentBefore = silentBefore;
        this.tasks = tasks;
        this.factor = factor;
        this.perSecond = perSecond;
    }

    /** The share of tasks that would never be final if nobody looked. */
    static double silent(HeadlineTruth truth) {
        return truth.fates().values().stream().filter(Fate::isSilent).count()
                / (double) truth.fates().size();
    }

    void tell() throws IOException {
        ledger.query("select task_id, state, attempt, state_since from task", row -> {
            judge(
                    row.getString("task_id"),
                    row.getString("state"),
                    row.getInt("attempt"),
                    row.getTimestamp("state_since"));
        });
        int duplicates = count(
                """
                select count(*) from (select task_id, attempt from task_event where event_id like 'repair:%'
                    and outcome = 'APPLIED' group by 1, 2 having count(*) > 1) twice
                """);
        int repairs = count("select count(*) from task_event where event_id like 'repair:%' and outcome = 'APPLIED'");
        falseRepairs += repairsOfTheRunning();
        repairedAfter.sort(null);
        System.out.printf(
                "%n%,d tasks at %d a second, time %d times as fast%n"
                        + "never final if nobody looked  %.2f %%%nnon-final at the end          %.2f %%%n"
                        + "repairs %,d, run again %,d, time to repair (unscaled): p50 %s, p95 %s, max %s; within 10 minutes: %.1f %%%n"
                        + "false repairs %d, false failures %d, duplicate repairs %d%n",
                tasks,
                perSecond,
                factor,
                100 * silentBefore,
                100.0 * nonFinal / tasks,
                repairs,
                reruns,
                told(0.5),
                told(0.95),
                told(1),
                100 * within(Duration.ofMinutes(10)),
                falseRepairs,
                falseFailures,
                duplicates);
        write(repairs, duplicates);
    }

    private void judge(String taskId, String state, int attempt, Timestamp since) {
        Fate fate = truth.fates().get(taskId);
        boolean isFinal = state.equals(ANALYZED) || state.equals(FAILED);
        if (fate == null || !isFinal) {
            nonFinal++;
            return;
        }
        boolean shouldBeWell = fate.endsWell() || attempt > 1;
        if (state.equals(FAILED) && shouldBeWell) {
            falseFailures++;
        }
        if (state.equals(ANALYZED) && !shouldBeWell) {
            falseRepairs++;
        }
        Instant ended = fate.endedAt();
        if (fate.isSilent() && ended != null) {
            // by the ledger's clock, which is this machine's
            repairedAfter.add(Duration.between(ended, since.toInstant()).multipliedBy(factor));
        }
    }

    /** Repairs that were sent before the work had ended. */
    private int repairsOfTheRunning() {
        int[] early = {0};
        ledger.query(
                "select task_id, type, attempt, logged_at from task_event where event_id like 'repair:%'",
                row -> {
                    Fate fate = truth.fates().get(row.getString("task_id"));
                    Instant ended = fate == null ? null : fate.endedAt();
                    boolean isRetryOfNothing =
                            ended == null && row.getString("type").equals("RETRY");
                    boolean isLater = row.getInt("attempt") > 1;
                    boolean over = ended != null
                            && !row.getTimestamp("logged_at").toInstant().isBefore(ended);
                    // its work was done: running it again is a repair that was wrong, too
                    boolean isRetryOfWork =
                            ended != null && row.getString("type").equals("RETRY");
                    if (isRetryOfWork || (!isRetryOfNothing && !isLater && !over)) {
                        early[0]++;
                    }
                });
        return early[0];
    }

    private int count(String sql) {
        Integer count = ledger.queryForObject(sql, Integer.class);
        return count == null ? 0 : count;
    }

    private Duration quantile(double share) {
        if (repairedAfter.isEmpty()) {
            return Duration.ZERO;
        }
        int at = (int) Math.ceil(share * repairedAfter.size()) - 1;
        return repairedAfter.get(Math.max(0, at));
    }

    private String told(double share) {
        return quantile(share).toSeconds() + " s";
    }

    private double within(Duration bound) {
        return repairedAfter.isEmpty()
                ? 0
                : repairedAfter.stream()
                                .filter(took -> took.compareTo(bound) <= 0)
                                .count()
                        / (double) repairedAfter.size();
    }

    private void write(int repairs, int duplicates) throws IOException {
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "headline");
        root.putObject("conditions")
                .put("tasks", tasks)
                .put("tasksPerSecond", perSecond)
                .put("timeFactor", factor);
        root.putObject("contenders")
                .putObject("landfall")
                .put("silentShare", silentBefore)
                .put("nonFinalShare", (double) nonFinal / tasks)
                .put("repairs", repairs)
                .put("reruns", reruns)
                .put("repairSecondsP50", quantile(0.5).toSeconds())
                .put("repairSecondsP95", quantile(0.95).toSeconds())
                .put("repairSecondsMax", quantile(1).toSeconds())
                .put("repairedWithinTenMinutes", within(Duration.ofMinutes(10)))
                .put("falseRepairs", falseRepairs)
                .put("falseFailures", falseFailures)
                .put("duplicateRepairs", duplicates);
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("headline.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }
}
