package io.landfall.rebuild;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says on the log how a rebuild comes on, every ten seconds. */
final class Progress {
    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Lease lease;
    private final RebuildStore store;
    private long toldNanos = System.nanoTime();
    private long toldTasks = -1;

    Progress(Lease lease, RebuildStore store) {
        this.lease = lease;
        this.store = store;
    }

    void tell() {
        long nanos = System.nanoTime() - toldNanos;
        if (nanos >= PERIOD.toNanos()) {
            toldNanos += nanos;
            store.byId(lease.id).ifPresent(state -> tell(state, nanos / 1e9));
        }
    }

    private void tell(RebuildState state, double seconds) {
        long rate = toldTasks < 0 ? 0 : Math.round((state.tasks() - toldTasks) / seconds);
        toldTasks = state.tasks();
        LOG.info(
                "rebuild {} of {}, {}: {} of about {} tasks scanned, {} a second; {} compared, {} of them written again",
                state.id(),
                state.index(),
                state.phase(),
                state.tasks(),
                state.aboutTasks(),
                rate,
                state.compared(),
                state.rewritten());
    }
}
