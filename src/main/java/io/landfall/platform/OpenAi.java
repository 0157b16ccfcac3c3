package io.landfall.platform;

import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.OneLine;
import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.TaskState;

/**
 * Asks a platform that speaks as OpenAI's does for the calls that tasks name: a batch where the id begins with {@code batch},
 * else a response. Bounded in rate, in parallel requests, in time and in size; a platform that refuses us, or does not
 * answer five times in a row, is not asked about the rest of the group.
 */
public final class OpenAi implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    /** So long it may ask us to wait; what it asks beyond that, it may say again. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(10);

    private final OpenAiConfiguration configuration;
    private final OpenAiRequests requests;
    private final Pace pace;
    private final Clock clock;
    private final ExecutorService workers;

    OpenAi(OpenAiConfiguration configuration, Clock clock) {
        this.configuration = configuration;
        this.requests = new OpenAiRequests(configuration);
        this.pace = new Pace(configuration.rate(), System::nanoTime);
        this.clock = clock;
        this.workers = Executors.newFixedThreadPool(configuration.parallelism(), work -> {
            Thread thread = new Thread(work, "openai");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** A verdict for each suspect, in their order; never an exception. */
    public Map<Suspect, Verdict> ask(List<Suspect> suspects) {
        Group group = new Group(System.nanoTime() + configuration.patience().toNanos());
        List<Future<Verdict>> asked = new ArrayList<>(suspects.size());
        for (Suspect suspect : suspects) {
            asked.add(workers.submit(() -> ask(suspect, group)));
        }
        Map<Suspect, Verdict> verdicts = new LinkedHashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            verdicts.put(suspects.get(i), get(asked.get(i)));
        }
        return verdicts;
    }

    private static Verdict get(Future<Verdict> asked) {
        try {
            return asked.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            asked.cancel(true);
            return new Verdict.Unknown("interrupted");
        } catch (ExecutionException e) {
            return new Verdict.Unknown(OneLine.of("asking failed: " + e.getCause()));
        }
    }

    private Verdict ask(Suspect suspect, Group group) {
        String callId = suspect.callId();
        if (suspect.state() == TaskState.TO_RETRY || (callId == null && suspect.state() == TaskState.TO_ANALYZE)) {
            // nothing of this attempt was ever told: a call that it names is that of the attempt given up
            return new Verdict.Absent();
        }
        if (callId == null || !OpenAiRequests.isCallId(callId)) {
            return new Verdict.Unknown("the task names no call that the platform could know");
        }
        String over = group.over();
        if (over != null || !pace.await(group.deadline)) {
            return new Verdict.Unknown(over == null ? "it was not its turn within the look's time" : over);
        }
        try {
            HttpResponse<byte[]> answer = requests.get(callId);
            group.answered(answer.statusCode());
            restAsAskedFor(answer);
            return OpenAiAnswer.read(suspect, callId, answer.statusCode(), answer.body());
        } catch (TimeoutException e) {
            group.failed();
            return new Verdict.Unknown("the platform does not answer within " + configuration.readTimeout());
        } catch (ExecutionException e) {
            group.failed();
            return new Verdict.Unknown(OneLine.of("the platform can't be asked: " + e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Verdict.Unknown("interrupted");
        }
    }

    private void restAsAskedFor(HttpResponse<?> answer) {
        if (answer.statusCode() == TOO_MANY || answer.statusCode() >= SERVER_ERROR) {
            answer.headers().firstValue("Retry-After").map(this::pause).ifPresent(pace::rest);
        }
    }

    /** Seconds or a date, as HTTP has it; anything else: none. */
    private Duration pause(String retryAfter) {
        Duration pause = Duration.ZERO;
        try {
            pause = retryAfter.strip().matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(retryAfter.strip()))
                    : Duration.between(
                            clock.instant(),
                            ZonedDateTime.parse(retryAfter.strip(), DateTimeFormatter.RFC_1123_DATE_TIME));
        } catch (DateTimeException e) {
            // no pause that could be meant
        }
        return pause.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : pause;
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }

    /** What the requests of one group know of each other. */
    private static final class Group {
        private static final int TOO_OFTEN = 5;

        private final long deadline;
        private int failures;
        private int refusal;

        Group(long deadline) {
            this.deadline = deadline;
        }

        /** Why the rest is not asked; null: it is. */
        synchronized @Nullable String over() {
            if (refusal != 0) {
                return "the platform refuses us with " + refusal;
            }
            return failures >= TOO_OFTEN ? "the platform did not answer " + TOO_OFTEN + " times in a row" : null;
        }

        synchronized void answered(int status) {
            failures = status >= SERVER_ERROR ? failures + 1 : 0;
            if (status == UNAUTHORIZED || status == FORBIDDEN) {
                refusal = status;
            }
        }

        synchronized void failed() {
            failures++;
        }
    }
}
