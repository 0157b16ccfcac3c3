package io.landfall.corridor;

import java.time.Instant;
import java.util.Map;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.JsonBytes;

/** Step tell-verdicts: verdicts in the form that every verifier answers in, a JSON array. Results stay as they were written. */
@Component
final class TellVerdicts {
    @Handler
    void tell(@Body Map<Suspect, Verdict> verdicts, Exchange exchange) {
        JsonBytes out = new JsonBytes();
        char before = '[';
        for (Map.Entry<Suspect, Verdict> entry : verdicts.entrySet()) {
            out.write(before);
            tell(entry.getKey(), entry.getValue(), out);
            before = ',';
        }
        if (verdicts.isEmpty()) {
            out.write('[');
        }
        out.write(']');
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(out.toByteArray());
    }

    private static void tell(Suspect suspect, Verdict verdict, JsonBytes out) {
        out.write("{\"taskId\":");
        out.quoted(suspect.taskId());
        out.write(",\"attempt\":" + suspect.attempt() + ",\"verdict\":");
        if (verdict instanceof Verdict.Done done) {
            out.write("\"DONE\"");
            if (done.result() != null) {
                out.write(",\"result\":");
                done.result().writeTo(out);
            }
            Instant at = done.completedAt();
            member("completedAt", at == null ? null : at.toString(), out);
        } else if (verdict instanceof Verdict.Failed failed) {
            out.write("\"FAILED\",\"error\":{\"code\":");
            out.quoted(failed.code());
            member("message", failed.message(), out);
            out.write('}');
        } else if (verdict instanceof Verdict.Running) {
            out.write("\"RUNNING\"");
        } else if (verdict instanceof Verdict.Absent) {
            out.write("\"ABSENT\"");
        } else if (verdict instanceof Verdict.Unknown unknown) {
            out.write("\"UNKNOWN\"");
            member("reason", unknown.reason(), out);
        }
        out.write('}');
    }

    private static void member(String name, @Nullable String text, JsonBytes out) {
        if (text != null) {
            out.write(",\"" + name + "\":");
            out.quoted(text);
        }
    }
}
