package io.landfall.land;

import org.apache.camel.CamelContext;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;

import io.landfall.inspection.Suspect;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The verifier that asks the call log. */
class CallLogVerifierIT extends VerifierContract {
    @RegisterExtension
    static final Landings VERIFYING = Verifying.LANDINGS;

    private static final String RECORD = "record-model-calls";

    @Override
    String platform() {
        return "call-log";
    }

    @Override
    Landing landing() {
        return VERIFYING.landing();
    }

    @Override
    void done(Suspect suspect, String result) {
        ObjectNode call = call(suspect, "OK");
        call.putRawValue("result", new RawValue(result));
        send(suspect, call);
    }

    @Override
    void failed(Suspect suspect, String code, String message) {
        ObjectNode call = call(suspect, "ERROR");
        call.putObject("error").put("code", code).put("message", message);
        send(suspect, call);
    }

    @Override
    void running(Suspect suspect) {
        send(suspect, call(suspect, "RUNNING"));
    }

    @Override
    void away() {
        try {
            landing().part(CamelContext.class).getRouteController().stopRoute(RECORD);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        landing().call(null, "{}".getBytes(UTF_8));
    }

    @Override
    void back() {
        try {
            landing().part(CamelContext.class).getRouteController().startRoute(RECORD);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void settled() {
        landing().callsRecorded();
    }

    private static ObjectNode call(Suspect suspect, String outcome) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("callId", suspect.callId())
                .put("taskId", suspect.taskId())
                .put("attempt", suspect.attempt())
                .put("outcome", outcome);
    }

    private void send(Suspect suspect, ObjectNode call) {
        landing().call(suspect.taskId().getBytes(UTF_8), call.toString().getBytes(UTF_8));
    }
}
