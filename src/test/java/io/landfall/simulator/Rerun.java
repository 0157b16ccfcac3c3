package io.landfall.simulator;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A task of this traffic, or of an earlier run of it, run once more as a dispatch message asks. It ends well. */
final class Rerun {
    private static final Pattern TASK = Pattern.compile("task-(.+)-(\\d{7,18})");

    private final TrafficOptions options;
    private final Storyteller storyteller;

    Rerun(TrafficOptions options) {
        this.options = options;
        this.storyteller = new Storyteller(options);
    }

    /** What is told of that attempt; nothing when the task is nobody's of ours, or its story tells that attempt itself. */
    List<Sent> tell(String taskId, int attempt, Instant startsAt) {
        Matcher id = TASK.matcher(taskId);
        if (!id.matches()
                || (id.group(1).equals(options.run())
                        && storyteller.tellsItself(Long.parseLong(id.group(2)), attempt))) {
            return List.of();
        }
        SplittableRandom random = new SplittableRandom(taskId.hashCode() * 1_000_003L + attempt);
        return new Plot(options, taskId, startsAt, random, attempt)
                .again().stream()
                        .map(Step::sent)
                        .sorted(Comparator.comparing(Sent::dueAt))
                        .toList();
    }
}
