package io.landfall.corridor;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.Json;

/** Step tell-verdicts: verdicts in the form that every verifier answers in, a JSON array. Results stay as they were written. */
@Component
final class TellVerdicts {
    @Handler
    void tell(@Body Map<Suspect, Verdict> verdicts, Exchange exchange) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
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

    private static void tell(Suspect suspect, Verdict verdict, ByteArrayOutputStream out) {
        raw("{\"taskId\":", out);
        Json.writeQuoted(suspect.taskId(), out);
        raw(",\"attempt\":" + suspect.attempt() + ",\"verdict\":", out);
        if (verdict instanceof Verdict.Done done) {
            raw("\"DONE\"", out);
            if (done.result() != null) {
                raw(",\"result\":", out);
                done.result().writeTo(out);
            }
            Instant at = done.completedAt();
            member("completedAt", at == null ? null : at.toString(), out);
        } else if (verdict instanceof Verdict.Failed failed) {
            raw("\"FAILED\",\"error\":{\"code\":", out);
            Json.writeQuoted(failed.code(), out);
            member("message", failed.message(), out);
            out.write('}');
        } else if (verdict instanceof Verdict.Running) {
            raw("\"RUNNING\"", out);
        } else if (verdict instanceof Verdict.Absent) {
            raw("\"ABSENT\"", out);
        } else if (verdict instanceof Verdict.Unknown unknown) {
            raw("\"UNKNOWN\"", out);
            member("reason", unknown.reason(), out);
        }
        out.write('}');
    }

    private static void member(String name, @Nullable String text, ByteArrayOutputStream out) {
        if (text != null) {
            raw(",\"" + name + "\":", out);
            Json.writeQuoted(text, out);
        }
    }

    private static void raw(String ascii, ByteArrayOutputStream out) {
        out.writeBytes(ascii.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
}
