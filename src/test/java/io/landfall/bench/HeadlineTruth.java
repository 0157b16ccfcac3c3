package io.landfall.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.simulator.Fault;
import io.landfall.simulator.Sent;
import io.landfall.simulator.Story;
import io.landfall.simulator.Storyteller;
import io.landfall.simulator.TrafficOptions;

/** What really became of each task: its story, told so many times as fast. */
final class HeadlineTruth {
    private final Storyteller storyteller;
    private final int factor;
    private final Map<String, Fate> fates = new HashMap<>();

    HeadlineTruth(TrafficOptions options, int factor) {
        this.storyteller = new Storyteller(options);
        this.factor = factor;
    }

    /**
     * How one task went.
     *
     * @param endedAt when its work ended; null: it was never run
     * @param endsWell what it ended as
     * @param told whether an event tells the end
     */
    record Fate(@Nullable Instant endedAt, boolean endsWell, boolean told) {
        boolean isSilent() {
            return !told;
        }
    }

    /** The records of one task, in order, at the times they are sent. */
    List<Sent> tell(long number, Instant startsAt) {
        Story story = storyteller.tell(number, startsAt);
        List<Sent> sent = story.sent().stream()
                .map(one -> new Sent(one.topic(), one.key(), one.value(), scaled(startsAt, one.dueAt())))
                .toList();
        boolean neverRun = story.faults().containsKey(Fault.LOST_START);
        boolean told = !neverRun
                && !story.faults().containsKey(Fault.LOST_FINAL)
                && !story.faults().containsKey(Fault.FAILED_SILENTLY);
        Instant last = sent.get(sent.size() - 1).dueAt();
        // the call log's last record is of the moment when the work ended, unless it is told late
        Instant ended = story.faults().containsKey(Fault.LATE_CALL)
                ? last.minus(Duration.ofSeconds(25).dividedBy(factor))
                : last;
        fates.put(story.taskId(), new Fate(neverRun ? null : ended, story.endsWell(), told));
        return sent;
    }

    private Instant scaled(Instant startsAt, Instant at) {
        return startsAt.plus(Duration.between(startsAt, at).dividedBy(factor));
    }

    Map<String, Fate> fates() {
        return fates;
    }
}
