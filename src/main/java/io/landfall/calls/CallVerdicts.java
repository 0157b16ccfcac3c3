package io.landfall.calls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;

import io.landfall.alarm.OneLine;
import io.landfall.event.ModelCall.Outcome;
import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.Json;
import io.landfall.state.JsonBytes;

/**
 * What calls say of the attempts they were made for. Only calls of the suspect's own attempt count: a result of the attempt
 * before may be why the task is run again.
 *
 * <ol>
 *   <li>An OK that says that it is final: done, whatever else runs.
 *   <li>A call that runs: running.
 *   <li>An OK that does not say that others follow: done. So an OK beats an ERROR, as COMPLETED beats FAILED.
 *   <li>An ERROR that does not say that others follow: failed.
 *   <li>None of these: absent. The call that would end the attempt was never made.
 * </ol>
 *
 * While calls are in the topic that are not yet on record, only what can't change any more is told: done, and running.
 */
public final class CallVerdicts {
    /** Calls of one task that are looked at; one with more of them must be looked at by a person. */
    static final int MOST = 100;

    private static final JsonFactory JSON = new JsonFactory();
    private static final Comparator<KnownCall> BY_END =
            Comparator.comparing(KnownCall::completedAt, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()));

    /**
     * A verdict for each suspect, in their order.
     *
     * @param rows of the statement that reads calls, in any order; others' are ignored
     * @param behind why not all calls are on record yet; null: they are
     */
    public Map<Suspect, Verdict> judge(List<Suspect> suspects, List<?> rows, @Nullable String behind) {
        Map<String, List<KnownCall>> calls = new HashMap<>();
        for (Object row : rows) {
            KnownCall call = KnownCall.of((Map<?, ?>) row);
            calls.computeIfAbsent(call.taskId(), id -> new java.util.ArrayList<>())
                    .add(call);
        }
        Map<Suspect, Verdict> verdicts = new LinkedHashMap<>();
        for (Suspect suspect : suspects) {
            Verdict verdict = judge(suspect, calls.getOrDefault(suspect.taskId(), List.of()));
            verdicts.put(suspect, behind == null ? verdict : whileBehind(verdict, behind));
        }
        return verdicts;
    }

    private static Verdict whileBehind(Verdict verdict, String behind) {
        return verdict instanceof Verdict.Failed || verdict instanceof Verdict.Absent
                ? new Verdict.Unknown(behind)
                : verdict;
    }

    private static Verdict judge(Suspect suspect, List<KnownCall> all) {
        if (all.size() > MOST) {
            return new Verdict.Unknown("over " + MOST + " calls are told of it");
        }
        for (KnownCall call : all) {
            if (call.outcome() == null) {
                return new Verdict.Unknown(
                        OneLine.of("the outcome of a call is '" + call.word() + "', which is not known"));
            }
        }
        List<KnownCall> own =
                all.stream().filter(call -> isOf(suspect, call.attempt())).toList();
        Verdict verdict = judge(own);
        boolean newer = all.stream().anyMatch(call -> call.attempt() != null && call.attempt() > suspect.attempt());
        return newer && !(verdict instanceof Verdict.Done)
                ? new Verdict.Unknown("calls of a later attempt are told, and the task knows of none")
                : verdict;
    }

    private static boolean isOf(Suspect suspect, @Nullable Integer attempt) {
        return attempt == null || attempt == suspect.attempt();
    }

    private static Verdict judge(List<KnownCall> calls) {
        Optional<KnownCall> end = last(calls, call -> call.outcome() == Outcome.OK && Boolean.TRUE.equals(call.last()));
        if (end.isPresent()) {
            return done(end.get());
        }
        if (calls.stream().anyMatch(call -> call.outcome() == Outcome.RUNNING)) {
            return new Verdict.Running();
        }
        Optional<KnownCall> ok = last(calls, call -> call.outcome() == Outcome.OK && mayEnd(call));
        if (ok.isPresent()) {
            return done(ok.get());
        }
        return last(calls, call -> call.outcome() == Outcome.ERROR && mayEnd(call))
                .map(CallVerdicts::failed)
                .orElseGet(Verdict.Absent::new);
    }

    private static boolean mayEnd(KnownCall call) {
        return !Boolean.FALSE.equals(call.last());
    }

    private static Optional<KnownCall> last(List<KnownCall> calls, java.util.function.Predicate<KnownCall> which) {
        return calls.stream().filter(which).max(BY_END);
    }

    private static Verdict done(KnownCall call) {
        if (call.withheld()) {
            return new Verdict.Unknown("it is done, and its result did not fit into this look's answer");
        }
        byte[] result = call.result();
        return new Verdict.Done(result == null ? null : json(result), call.completedAt());
    }

    private static Verdict failed(KnownCall call) {
        String code = call.errorCode();
        String message = call.errorMessage();
        return new Verdict.Failed(
                code == null ? "call-failed" : OneLine.of(code),
                message == null ? "the call log says that the call failed" : OneLine.of(message));
    }

    /** A table of your own may hold any text. */
    private static Json json(byte[] text) {
        if (isJson(text)) {
            return Json.of(text);
        }
        JsonBytes quoted = new JsonBytes(text.length + 2);
        quoted.quoted(new String(text, StandardCharsets.UTF_8));
        return Json.of(quoted.toByteArray());
    }

    private static boolean isJson(byte[] text) {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
