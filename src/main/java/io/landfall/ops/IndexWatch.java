package io.landfall.ops;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.failure.IndexBlock;
import io.landfall.failure.IndexFailures;
import io.landfall.ledger.LedgerAway;
import io.landfall.view.IndexBreakers;

/** Tells a person when an index has taken no writes for a while, and closes its failure when all of its tasks have landed. */
@Component
class IndexWatch {
    /** How long an index may take no writes before a person is told. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** By then a block is on record; one that is not any more has ended. */
    static final Duration RECORDED = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(IndexWatch.class);

    private final IndexBreakers breakers;
    private final IndexFailures failures;
    private final Alarms alarms;
    private final Set<String> alarmed = new HashSet<>();
    private boolean looked;

    IndexWatch(IndexBreakers breakers, IndexFailures failures, Alarms alarms) {
        this.breakers = breakers;
        this.failures = failures;
        this.alarms = alarms;
    }

    @Scheduled(fixedDelayString = "${landfall.ops.watch-period:10s}")
    synchronized void look() {
        try {
            settle(failures.open());
        } catch (LedgerAway e) {
            LOG.debug("failures of indices are looked at later", e);
        }
        breakers.blocks().forEach(this::alarm);
        for (String index : List.copyOf(alarmed)) {
            if (breakers.block(index).isEmpty()) {
                alarmed.remove(index);
                alarms.close(key(index));
            }
        }
    }

    private void alarm(IndexBlock block) {
        if (breakers.blocked(block.index()).compareTo(PATIENCE) >= 0 && alarmed.add(block.index())) {
            alarms.raise(
                    key(block.index()),
                    Severity.P1,
                    block.line() + ", since " + block.since().truncatedTo(ChronoUnit.SECONDS)
                            + "; nothing is lost: its tasks land when it takes writes again");
        }
    }

    private void settle(List<String> open) {
        // without traffic of its own for the index, this node would never see that the others write to it again
        for (IndexBlock block : breakers.blocks()) {
            if (!open.contains(block.index()) && breakers.blocked(block.index()).compareTo(RECORDED) >= 0) {
                breakers.endedElsewhere(block.index());
            }
        }
        for (String index : open) {
            if (breakers.block(index).isEmpty() && failures.resolve(index)) {
                LOG.info("all tasks of index {} that waited for it have landed", index);
                alarms.close(key(index));
            }
        }
        if (!looked) {
            // alarms that an earlier process left open
            breakers.indices().stream()
                    .filter(index ->
                            !open.contains(index) && breakers.block(index).isEmpty())
                    .forEach(index -> alarms.close(key(index)));
            looked = true;
        }
    }

    private static String key(String index) {
        return "index-blocked:" + index;
    }
}
