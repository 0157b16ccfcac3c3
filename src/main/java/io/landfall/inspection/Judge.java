package io.landfall.inspection;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.landfall.state.EventType;

/**
 * What becomes of a suspect, by this verdict and what was seen before. Pure. Nothing is decided by one look alone, and
 * nothing ever by a verifier that could not tell.
 */
final class Judge {
    private final Rules rules;

    Judge(Rules rules) {
        this.rules = rules;
    }

    /** {@code now}: the ledger's time, after the answer came. */
    Sentence judge(Seen seen, Verdict verdict, Instant now) {
        Suspicion before = sameKind(seen, Kind.of(verdict));
        if (verdict instanceof Verdict.Running) {
            return running(seen, before, now);
        }
        if (verdict instanceof Verdict.Unknown unknown) {
            int looks = before == null ? 1 : before.looks() + 1;
            return new Sentence.Again(
                    new Suspicion(Kind.UNKNOWN, looks, since(before, now), told(seen), unknown.reason()),
                    rules.settings().period(),
                    false);
        }
        return verdict instanceof Verdict.Absent ? absent(seen, before, now) : ended(seen, before, verdict, now);
    }

    private Sentence ended(Seen seen, @Nullable Suspicion before, Verdict verdict, Instant now) {
        if (isConfirmed(seen, before)) {
            return verdict instanceof Verdict.Failed failed
                    ? new Sentence.Repair(EventType.FAILED, verdict, failed.code() + ": " + failed.message())
                    : new Sentence.Repair(EventType.COMPLETED, verdict, "its work is done");
        }
        String reason = verdict instanceof Verdict.Failed failed ? failed.code() : null;
        return confirm(seen, before, Kind.of(verdict), reason, now);
    }

    /** It is looked at once more, as soon as that counts. */
    private Sentence confirm(Seen seen, @Nullable Suspicion before, Kind kind, @Nullable String reason, Instant now) {
        Instant since = since(before, now);
        Duration left = Duration.between(now, since.plus(rules.settings().confirmAfter()));
        return new Sentence.Again(
                new Suspicion(kind, 1, since, told(seen), reason), left.isNegative() ? Duration.ZERO : left, true);
    }

    private Sentence running(Seen seen, @Nullable Suspicion before, Instant now) {
        int looks = before == null ? 1 : before.looks() + 1;
        Duration wait = rules.settings().period();
        for (int i = 1; i < looks && wait.compareTo(rules.longestWait()) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        if (wait.compareTo(rules.longestWait()) > 0) {
            wait = rules.longestWait();
        }
        boolean tooLong = Duration.between(seen.suspect().stateSince(), now).compareTo(rules.runningAlarm()) > 0;
        return new Sentence.Again(
                new Suspicion(Kind.RUNNING, looks, since(before, now), told(seen) || tooLong, null), wait, false);
    }

    private Sentence absent(Seen seen, @Nullable Suspicion before, Instant now) {
        Suspect suspect = seen.suspect();
        Instant deadline = suspect.stateSince().plus(rules.deadline(suspect.taskType()));
        if (seen.askedAt().isBefore(deadline)) {
            Duration left = Duration.between(now, deadline);
            Duration period = rules.settings().period();
            Duration wait = left.isNegative() ? Duration.ZERO : left.compareTo(period) < 0 ? left : period;
            return new Sentence.Again(new Suspicion(Kind.ABSENT, 0, now, told(seen), null), wait, false);
        }
        Suspicion late = before == null || before.looks() == 0 ? null : before;
        if (!isConfirmed(seen, late)) {
            return confirm(seen, late, Kind.ABSENT, null, now);
        }
        String known = "no platform knows of attempt " + suspect.attempt();
        return suspect.attempt() < rules.maxAttempts(suspect.taskType())
                ? new Sentence.Repair(EventType.RETRY, new Verdict.Absent(), known)
                : new Sentence.Repair(EventType.FAILED, new Verdict.Absent(), known + ", the last one");
    }

    /** It was asked for so long after the answer that said the same that this is another look. */
    private boolean isConfirmed(Seen seen, @Nullable Suspicion before) {
        return before != null
                && !seen.askedAt().isBefore(before.since().plus(rules.settings().confirmAfter()));
    }

    private static @Nullable Suspicion sameKind(Seen seen, Kind kind) {
        return seen.before() != null && seen.before().kind() == kind ? seen.before() : null;
    }

    private static Instant since(@Nullable Suspicion before, Instant now) {
        return before == null ? now : before.since();
    }

    private static boolean told(Seen seen) {
        return seen.before() != null && seen.before().told();
    }
}
