package io.landfall.land;

import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;

import io.landfall.inspection.Suspect;

/** The verifier that asks an OpenAI-compatible platform. */
class OpenAiVerifierIT extends VerifierContract {
    @RegisterExtension
    static final Landings VERIFYING = Verifying.LANDINGS;

    private final FakePlatform platform = Verifying.PLATFORM;

    @Override
    String platform() {
        return "openai";
    }

    @Override
    Landing landing() {
        return VERIFYING.landing();
    }

    @Override
    void done(Suspect suspect, String result) {
        ObjectNode call = call(suspect, "completed");
        call.putRawValue("output", new RawValue(result));
        platform.tell(suspect.callId(), call.toString());
    }

    @Override
    void failed(Suspect suspect, String code, String message) {
        ObjectNode call = call(suspect, "failed");
        call.putObject("error").put("code", code).put("message", message);
        platform.tell(suspect.callId(), call.toString());
    }

    @Override
    void running(Suspect suspect) {
        platform.tell(suspect.callId(), call(suspect, "in_progress").toString());
    }

    @Override
    void away() {
        platform.behave(exchange -> FakePlatform.answer(exchange, 503, "{\"error\":{}}"));
    }

    @Override
    void back() {
        platform.behave(null);
    }

    private static ObjectNode call(Suspect suspect, String status) {
        return JsonNodeFactory.instance.objectNode().put("id", suspect.callId()).put("status", status);
    }
}
