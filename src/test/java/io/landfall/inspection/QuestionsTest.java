package io.landfall.inspection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QuestionsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private boolean deaf;
    private @Nullable Asking asking;

    /** Two verifiers: {@code quick} answers, {@code stuck} never does. */
    private final Verifiers verifiers = new Verifiers() {
        @Override
        public String of(@Nullable String platform) {
            return platform == null ? "quick" : platform;
        }

        @Override
        public Object ask(String verifier, List<Suspect> suspects) throws InterruptedException {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                if (verifier.equals("stuck")) {
                    wait(never);
                }
                if (verifier.equals("broken")) {
                    throw new IllegalStateException("said no\nand more");
                }
                return suspects.stream()
                        .map(one -> "{\"taskId\":\"" + one.taskId() + "\",\"verdict\":\"RUNNING\"}")
                        .collect(Collectors.joining(",", "[", "]"));
            } finally {
                atOnce.decrementAndGet();
            }
        }

        private void wait(CountDownLatch latch) throws InterruptedException {
            while (deaf && latch.getCount() > 0) {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    // as a driver that does not heed it
                }
            }
            latch.await(1, TimeUnit.MINUTES);
        }
    };

    @AfterEach
    void let_go() {
        never.countDown();
        if (asking != null) {
            asking.close();
        }
    }

    private Questions about(Duration timeout, List<Seen> seen) {
        if (asking == null) {
            asking = new Asking(() -> verifiers, timeout, 2, work -> work);
        }
        return asking.about(seen);
    }

    private static List<Seen> of(@Nullable String platform, int number) {
        return Suspected.many(String.valueOf(platform), number).stream()
                .map(seen -> new Seen(onPlatform(seen.suspect(), platform), null, seen.askedAt()))
                .toList();
    }

    private static Suspect onPlatform(Suspect s, @Nullable String platform) {
        return new Suspect(
                s.taskId(),
                s.attempt(),
                s.state(),
                s.taskType(),
                s.model(),
                platform,
                s.callId(),
                s.createdAt(),
                s.stateSince());
    }

    private static List<Questions.Answered> all(Questions questions) throws InterruptedException {
        List<Questions.Answered> all = new ArrayList<>();
        while (questions.open() > 0) {
            Questions.Answered answered = questions.next(LONG);
            assertThat(answered).isNotNull();
            all.add(answered);
        }
        return all;
    }

    private static String reason(Questions.Answered answered) {
        Suspect first = answered.group().suspects().get(0);
        return ((Verdict.Unknown) answered.verdicts().of(first.taskId())).reason();
    }

    @Test
    void groups_are_of_one_verifier_and_of_200_at_most() throws InterruptedException {
        List<Seen> mixed = new ArrayList<>(of(null, 450));
        mixed.addAll(of("broken", 1));
        List<Questions.Answered> all = all(about(LONG, mixed));
        assertThat(all).hasSize(4);
        assertThat(all.stream()
                        .filter(a -> a.group().verifier().equals("quick"))
                        .mapToInt(a -> a.group().seen().size()))
                .containsExactlyInAnyOrder(200, 200, 50);
    }

    @Test
    void one_that_fails_can_not_tell_of_any() throws InterruptedException {
        Questions.Answered answered = all(about(LONG, of("broken", 3))).get(0);
        assertThat(reason(answered)).isEqualTo("its verifier failed: said no and more");
    }

    @Test
    void a_stuck_one_holds_up_nobody_and_is_unknown_in_the_end() throws InterruptedException {
        List<Seen> mixed = new ArrayList<>(of("stuck", 600));
        mixed.addAll(of(null, 200));
        List<Questions.Answered> all = all(about(Duration.ofSeconds(2), mixed));
        assertThat(all).hasSize(4);
        assertThat(all.get(0).group().verifier()).as("the quick one first").isEqualTo("quick");
        assertThat(all.subList(1, 4))
                .allSatisfy(answered -> assertThat(reason(answered)).contains("did not answer"));
    }

    @Test
    void one_whose_questions_never_end_is_not_asked_more_and_more() throws InterruptedException {
        deaf = true;
        Duration timeout = Duration.ofMillis(200);
        List<Questions.Answered> first = all(about(timeout, of("stuck", 800)));
        assertThat(first)
                .extracting(QuestionsTest::reason)
                .filteredOn(reason -> reason.contains("did not answer for others"))
                .hasSize(2);
        List<Questions.Answered> second = all(about(timeout, of("stuck", 1)));
        assertThat(reason(second.get(0))).contains("earlier questions");
        assertThat(most.get()).isEqualTo(2);
    }

    @Test
    void what_nobody_waits_for_any_more_is_handed_back() throws InterruptedException {
        Questions questions = about(LONG, of("stuck", 500));
        assertThat(questions.next(Duration.ofMillis(50))).isNull();
        assertThat(questions.giveUp().stream()
                        .mapToInt(group -> group.seen().size())
                        .sum())
                .isEqualTo(500);
        assertThat(questions.open()).isZero();
    }

    @Test
    void one_that_was_cancelled_before_it_began_gives_its_place_back_and_only_once() throws Exception {
        ExecutorService busy = Executors.newSingleThreadExecutor();
        Future<?> other = busy.submit(() -> never.await(1, TimeUnit.MINUTES));
        Asking behind = new Asking(() -> verifiers, LONG, 2, busy, work -> work);
        asking = behind;
        Questions questions = about(LONG, of(null, 400));
        assertThat(questions.next(Duration.ofMillis(50))).isNull();
        assertThat(behind.take("quick")).as("both places are taken").isFalse();
        questions.giveUp();
        assertThat(behind.take("quick")).as("the first place").isTrue();
        assertThat(behind.take("quick")).as("the second place").isTrue();

        never.countDown();
        other.get(1, TimeUnit.MINUTES);
        busy.submit(() -> {}).get(1, TimeUnit.MINUTES);
        assertThat(most.get()).as("nobody was asked").isZero();
        assertThat(behind.take("quick")).as("a third place").isFalse();
    }
}
