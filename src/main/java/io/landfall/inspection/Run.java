package io.landfall.inspection;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/** An inspection under way on this node. One thread works on it; any may end it. */
public final class Run {
    private final RunReport report;
    private final Settings settings;
    private final BooleanSupplier shuttingDown;
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    private final Map<String, Persistence> persistent = new TreeMap<>();

    @Nullable
    Questions questions;

    Questions.@Nullable Answered answered;
    /** Until when it holds what it claimed; null: nothing yet. */
    @Nullable
    Instant heldUntil;
    /** What ended it, in one line. */
    @Nullable
    String detail;

    Run(RunReport report, Settings settings, BooleanSupplier shuttingDown) {
        this.report = report;
        this.settings = settings;
        this.shuttingDown = shuttingDown;
    }

    /** Of its report. */
    public long id() {
        return report.id();
    }

    /** Whether only those are looked at whose second look is due. */
    boolean isOfSecondLooks() {
        return report.trigger().equals("confirm");
    }

    boolean isScheduled() {
        return report.trigger().equals("schedule");
    }

    Settings settings() {
        return settings;
    }

    /** Must end as soon as it can. Cheap: asked often. */
    public boolean isEnding() {
        if (ending.get() == null && shuttingDown.getAsBoolean()) {
            end(Ending.SHUTDOWN);
        }
        return ending.get() != null;
    }

    /** The first reason stands; whether this was it. */
    boolean end(Ending why) {
        return ending.compareAndSet(null, why);
    }

    /** Why it ended. */
    public Ending ending() {
        Ending why = ending.get();
        return why == null ? Ending.DONE : why;
    }

    /** How many groups are not judged yet. */
    public int open() {
        return questions == null || isEnding() ? 0 : questions.open() + (answered == null ? 0 : 1);
    }

    /** What is left of the groups that nobody will judge. */
    List<Group> giveUp() {
        List<Group> left = questions == null ? List.of() : questions.giveUp();
        if (answered == null) {
            return left;
        }
        List<Group> all = new java.util.ArrayList<>(left);
        all.add(answered.group());
        return all;
    }

    /** A group of that verifier was judged; {@code unknown}: of so many it could not tell for the third time in a row. */
    void heard(String verifier, boolean told, int unknown, @Nullable String reason) {
        persistent.merge(verifier, new Persistence(told, unknown, reason), Persistence::and);
    }

    Map<String, Persistence> persistent() {
        return persistent;
    }

    /**
     * How a verifier does.
     *
     * @param told whether it could tell of any task
     * @param unknown tasks of which it could not tell for the third time in a row
     * @param reason the last of theirs
     */
    record Persistence(boolean told, int unknown, @Nullable String reason) {
        Persistence and(Persistence other) {
            return new Persistence(
                    told || other.told, unknown + other.unknown, other.reason == null ? reason : other.reason);
        }
    }
}
