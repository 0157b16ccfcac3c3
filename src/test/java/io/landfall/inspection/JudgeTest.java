package io.landfall.inspection;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.landfall.state.EventType;
import io.landfall.state.Json;

import static io.landfall.inspection.Suspected.NOW;
import static org.assertj.core.api.Assertions.assertThat;

class JudgeTest {
    private static final Duration CONFIRM = Duration.ofSeconds(30);
    private static final Duration PERIOD = Duration.ofMinutes(5);
    private static final Verdict DONE = new Verdict.Done(Json.of("{\"text\":\"it\"}"), null);
    private static final Verdict FAILED = new Verdict.Failed("oom", "out of memory");
    private static final Verdict UNKNOWN = new Verdict.Unknown("no answer");

    private final Judge judge = new Judge(new Rules(
            new Settings(PERIOD, 1_000, CONFIRM),
            Duration.ofHours(1),
            Map.of("brief", new TypeRules(null, Duration.ofMinutes(15), 2)),
            5,
            Duration.ofHours(1),
            Duration.ofHours(24)));

    private static Seen first(Suspect suspect) {
        return new Seen(suspect, null, NOW);
    }

    private static Seen after(Suspect suspect, Suspicion before) {
        return new Seen(suspect, before, NOW);
    }

    private static Suspicion saw(Kind kind, int looks, Duration ago) {
        return new Suspicion(kind, looks, NOW.minus(ago), false, null);
    }

    private static Suspect aged(Duration age) {
        return Suspected.since("t", age);
    }

    private Sentence.Again again(Seen seen, Verdict verdict) {
        return (Sentence.Again) judge.judge(seen, verdict, NOW);
    }

    private Sentence.Repair repair(Seen seen, Verdict verdict) {
        return (Sentence.Repair) judge.judge(seen, verdict, NOW);
    }

    @Test
    void one_look_decides_nothing_and_the_second_comes_as_soon_as_it_counts() {
        for (Verdict verdict : new Verdict[] {DONE, FAILED}) {
            Sentence.Again again = again(first(aged(Duration.ofMinutes(20))), verdict);
            assertThat(again.in()).isEqualTo(CONFIRM);
            assertThat(again.confirms()).isTrue();
            assertThat(again.suspicion().since()).isEqualTo(NOW);
        }
    }

    @Test
    void two_looks_that_say_the_same_are_a_repair() {
        Suspect suspect = aged(Duration.ofMinutes(20));
        assertThat(repair(after(suspect, saw(Kind.DONE, 1, CONFIRM)), DONE).type())
                .isEqualTo(EventType.COMPLETED);
        Sentence.Repair failed = repair(after(suspect, saw(Kind.FAILED, 1, CONFIRM)), FAILED);
        assertThat(failed.type()).isEqualTo(EventType.FAILED);
        assertThat(failed.reason()).isEqualTo("oom: out of memory");
    }

    @Test
    void a_look_that_was_asked_for_too_soon_after_the_first_answer_is_no_second_one() {
        Suspicion before = saw(Kind.DONE, 1, CONFIRM.minusMillis(1));
        Sentence.Again again = again(after(aged(Duration.ofMinutes(20)), before), DONE);
        assertThat(again.in()).isEqualTo(Duration.ofMillis(1));
        assertThat(again.suspicion().since()).as("counted from the first").isEqualTo(before.since());
    }

    @Test
    void another_kind_begins_anew() {
        Suspect suspect = aged(Duration.ofHours(2));
        for (Kind kind : new Kind[] {Kind.FAILED, Kind.RUNNING, Kind.ABSENT, Kind.UNKNOWN}) {
            Sentence.Again again = again(after(suspect, saw(kind, 2, Duration.ofMinutes(5))), DONE);
            assertThat(again.suspicion()).isEqualTo(new Suspicion(Kind.DONE, 1, NOW, false, null));
        }
    }

    @Test
    void what_runs_is_looked_at_later_and_later() {
        Suspect suspect = aged(Duration.ofHours(3));
        assertThat(again(first(suspect), new Verdict.Running()).in()).isEqualTo(PERIOD);
        Duration[] waits = {
            Duration.ofMinutes(10),
            Duration.ofMinutes(20),
            Duration.ofMinutes(40),
            Duration.ofHours(1),
            Duration.ofHours(1)
        };
        for (int looks = 1; looks <= waits.length; looks++) {
            Sentence.Again again =
                    again(after(suspect, saw(Kind.RUNNING, looks, Duration.ofHours(1))), new Verdict.Running());
            assertThat(again.in()).as("after " + looks).isEqualTo(waits[looks - 1]);
            assertThat(again.confirms()).isFalse();
            assertThat(again.suspicion().told()).isFalse();
        }
    }

    @Test
    void what_runs_for_over_a_day_is_told_once() {
        Suspect suspect = aged(Duration.ofHours(25));
        Suspicion now = again(first(suspect), new Verdict.Running()).suspicion();
        assertThat(now.told()).isTrue();
        Suspicion later = again(after(suspect, now), UNKNOWN).suspicion();
        assertThat(later.told()).as("kept, so that nobody is told again").isTrue();
    }

    @Test
    void a_verifier_that_can_not_tell_never_decides() {
        Suspect suspect = aged(Duration.ofDays(30));
        for (int looks = 0; looks < 50; looks++) {
            Seen seen = looks == 0 ? first(suspect) : after(suspect, saw(Kind.UNKNOWN, looks, Duration.ofDays(looks)));
            Sentence.Again again = again(seen, UNKNOWN);
            assertThat(again.suspicion().looks()).isEqualTo(looks + 1);
            assertThat(again.suspicion().reason()).isEqualTo("no answer");
            assertThat(again.in()).isEqualTo(PERIOD);
            assertThat(again.confirms()).isFalse();
        }
    }

    @Test
    void what_nobody_knows_of_has_until_its_deadline() {
        Sentence.Again again = again(first(aged(Duration.ofMinutes(58))), new Verdict.Absent());
        assertThat(again.in()).as("at the deadline at the latest").isEqualTo(Duration.ofMinutes(2));
        assertThat(again.suspicion().looks()).isZero();
        assertThat(again(first(aged(Duration.ofMinutes(20))), new Verdict.Absent())
                        .in())
                .isEqualTo(PERIOD);
        assertThat(again(first(Suspected.suspect("t", "brief", 1, Duration.ofMinutes(16))), new Verdict.Absent())
                        .suspicion()
                        .looks())
                .as("its type's")
                .isEqualTo(1);
    }

    @Test
    void looks_before_the_deadline_do_not_count_however_many_there_were() {
        Seen seen = after(aged(Duration.ofHours(2)), saw(Kind.ABSENT, 0, Duration.ofMinutes(30)));
        Sentence.Again again = again(seen, new Verdict.Absent());
        assertThat(again.suspicion().looks()).isEqualTo(1);
        assertThat(again.suspicion().since()).isEqualTo(NOW);
        assertThat(again.confirms()).isTrue();
    }

    @Test
    void what_nobody_knows_of_is_run_again_while_attempts_last_and_failed_afterwards() {
        Suspicion before = saw(Kind.ABSENT, 1, CONFIRM);
        for (int attempt = 1; attempt <= 4; attempt++) {
            Suspect suspect = Suspected.suspect("t", "asr", attempt, Duration.ofHours(2));
            assertThat(repair(after(suspect, before), new Verdict.Absent()).type())
                    .isEqualTo(EventType.RETRY);
        }
        Sentence.Repair last =
                repair(after(Suspected.suspect("t", "asr", 5, Duration.ofHours(2)), before), new Verdict.Absent());
        assertThat(last.type()).isEqualTo(EventType.FAILED);
        assertThat(last.reason()).isEqualTo("no platform knows of attempt 5, the last one");
        assertThat(repair(after(Suspected.suspect("t", "brief", 2, Duration.ofHours(2)), before), new Verdict.Absent())
                        .type())
                .as("its type may run twice")
                .isEqualTo(EventType.FAILED);
    }

    @Test
    void a_slow_answer_counts_from_its_coming() {
        Suspect suspect = aged(Duration.ofMinutes(20));
        Instant answeredLate = NOW.plusSeconds(29);
        Suspicion first = ((Sentence.Again) judge.judge(first(suspect), DONE, answeredLate)).suspicion();
        Seen soon = new Seen(suspect, first, NOW.plusSeconds(31));
        assertThat(judge.judge(soon, DONE, NOW.plusSeconds(32))).isInstanceOf(Sentence.Again.class);
        Seen later = new Seen(suspect, first, answeredLate.plus(CONFIRM));
        assertThat(judge.judge(later, DONE, answeredLate.plus(CONFIRM))).isInstanceOf(Sentence.Repair.class);
    }
}
