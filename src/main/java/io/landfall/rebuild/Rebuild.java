package io.landfall.rebuild;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.job.Job;
import io.landfall.job.JobEnds;
import io.landfall.job.JobEnds.Why;
import io.landfall.job.Waiting;
import io.landfall.ledger.BadFilter;
import io.landfall.ledger.NotAsExpected;
import io.landfall.ledger.OperatorActions;
import io.landfall.view.ConcreteIndices;
import io.landfall.view.DocumentCheck;
import io.landfall.view.ViewConfiguration;
import io.landfall.view.ViewMismatch;

/**
 * Rebuilds of indices, one at a time in the whole cluster: begun and stopped by people, worked on by whoever holds the
 * lease, gone on with where the last one who worked on it was stopped.
 */
public final class Rebuild implements Job {
    static final String FAILS = "rebuild-fails";
    static final String STALLS = "rebuild-stalls";

    private static final Logger LOG = LoggerFactory.getLogger(Rebuild.class);

    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final ViewConfiguration view;
    private final RebuildRun.Parts parts;
    private final String node;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Rebuilds from what is in reach, on behalf of that node. */
    public Rebuild(Reach reach, RebuildConfiguration configuration, Alarms alarms, String node) {
        this.jdbc = reach.jdbc();
        this.transaction = reach.transactions().named("steer-rebuild");
        this.view = reach.viewConfiguration();
        this.node = node;
        this.parts = new RebuildRun.Parts(
                new RebuildStore(jdbc),
                new ConcreteIndices(reach.view(), view),
                new TaskPages(jdbc, reach.transactions()),
                reach.ledger(),
                new Documents(
                        reach.ledger(),
                        new DocumentCheck(reach.view(), view),
                        reach.writes(),
                        jdbc,
                        reach.transactions()),
                new NewIndexFailures(jdbc, reach.transactions()),
                alarms,
                configuration);
    }

    /**
     * Begins one; it goes on when a node is free.
     *
     * @param index the alias that events name; null: there is only one
     * @param by who wants it, for the record
     * @return its id
     * @throws BadFilter there is no such index
     * @throws NotAsExpected one is running, or this index can't be rebuilt; the message says why
     */
    public long begin(@Nullable String index, String by) {
        String alias = known(index);
        if (view.mode(alias) == ViewConfiguration.Mode.MERGE) {
            throw new NotAsExpected(
                    "Index " + alias + " is in mode merge: others own fields of its documents, which the"
                            + " ledger does not know. Only indices in mode replace can be rebuilt.");
        }
        if (!view.create()) {
            throw new NotAsExpected("landfall.view.create is false: Landfall may not make the new index.");
        }
        try {
            parts.indices().behind(alias);
        } catch (ViewMismatch e) {
            throw new NotAsExpected(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.debug("the indices behind {} are looked at later", alias, e);
        }
        return Objects.requireNonNull(transaction.execute(status -> {
            long id = parts.store().begin(alias, by).orElseThrow(this::running);
            act(by, "rebuild.run", "rebuild " + id + " of index " + alias);
            return id;
        }));
    }

    private String known(@Nullable String index) {
        if (index == null && view.indices().size() == 1) {
            return view.indices().get(0);
        }
        if (index == null || !view.indices().contains(index)) {
            throw new BadFilter("index must be one of " + String.join(", ", view.indices()) + ".");
        }
        return index;
    }

    private NotAsExpected running() {
        String which = latest().filter(RebuildState::isRunning)
                .map(state -> "Rebuild " + state.id() + " of " + state.index() + " is running, begun by "
                        + state.startedBy() + " at " + state.startedAt() + "; POST /api/rebuild/" + state.id()
                        + "/stop ends it.")
                .orElse("Another rebuild was running; try again.");
        return new NotAsExpected(which);
    }

    /**
     * Asks a running rebuild to end; the alias stays as it is.
     *
     * @throws NotAsExpected it has ended, or its alias moves already
     */
    public void stop(long id, String by) {
        transaction.executeWithoutResult(status -> {
            if (!parts.store().stop(id)) {
                String how = parts.store()
                        .byId(id)
                        .map(state -> state.isRunning()
                                ? "moves its alias, or has moved it: it goes on to its end"
                                : "is not running: it is " + state.status())
                        .orElse("is not there");
                throw new NotAsExpected("Rebuild " + id + " " + how + ".");
            }
            act(by, "rebuild.stop", "rebuild " + id);
        });
    }

    private void act(String by, String action, String detail) {
        new OperatorActions(jdbc).keep(by, action, null, detail, 1);
    }

    /** The newest one; empty: there was none yet. */
    public Optional<RebuildState> latest() {
        return parts.store().latest();
    }

    /** That one; empty: there is none. */
    public Optional<RebuildState> byId(long id) {
        return parts.store().byId(id);
    }

    @Override
    public void work() {
        parts.store().claim(node).ifPresent(this::workOn);
    }

    /** Tells a person when the running one does not come on, whoever works on it. */
    void watch() {
        if (parts.store().isStalled(parts.configuration().stalled())) {
            parts.alarms()
                    .raise(
                            STALLS,
                            Severity.P2,
                            "a rebuild has not come on for "
                                    + parts.configuration().stalled() + "; GET /api/rebuild says what it waits for");
        } else {
            parts.alarms().close(STALLS);
        }
    }

    @Override
    public void close() {
        closing.countDown();
    }

    private void workOn(Lease lease) {
        LOG.info("rebuild {} of {} goes on from {}, task '{}'", lease.id, lease.alias, lease.phase(), lease.cursor());
        Waiting waiting = new Waiting("rebuild " + lease.id, lease::renew, closing);
        RebuildRun run = new RebuildRun(lease, waiting, parts);
        try {
            waiting.untilDone(() -> {
                run.run();
                lease.end("DONE", null);
                parts.alarms().close(FAILS);
                LOG.info("rebuild {} is done: {} is {} now", lease.id, lease.alias, lease.newIndex());
            });
        } catch (JobEnds end) {
            LOG.info("rebuild {} ends here: {}", lease.id, end.why());
            if (end.why() == Why.STOPPED) {
                giveUp(lease, "STOPPED", null);
            } else if (end.why() == Why.CLOSING) {
                lease.giveBack();
            }
        } catch (ViewMismatch e) {
            LOG.error("rebuild {} failed: {}", lease.id, e.getMessage());
            fail(lease, e);
        } catch (RuntimeException e) {
            LOG.error("rebuild {} failed", lease.id, e);
            fail(lease, e);
        }
    }

    private void fail(Lease lease, RuntimeException e) {
        parts.alarms()
                .raise(FAILS, Severity.P2, "rebuild " + lease.id + " of " + lease.alias + " failed: " + OneLine.of(e));
        giveUp(lease, "FAILED", OneLine.of(e));
    }

    private void giveUp(Lease lease, String status, @Nullable String note) {
        lease.end(status, note);
        String newIndex = lease.newIndex();
        if (newIndex != null) {
            parts.failures().closeAll(newIndex);
            LOG.warn("rebuild {}: index {} is not whole and not used; it may be deleted", lease.id, newIndex);
        }
        parts.alarms().close(RebuildRun.WAITS);
    }
}
