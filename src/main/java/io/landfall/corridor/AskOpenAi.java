package io.landfall.corridor;

import java.util.List;
import java.util.Map;

import org.apache.camel.Body;
import org.apache.camel.Handler;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.platform.OpenAi;

/** Step ask-open-ai: what the platform says of the calls that the suspects name. */
@Component
@Lazy
final class AskOpenAi {
    private final OpenAi platform;

    AskOpenAi(OpenAi platform) {
        this.platform = platform;
    }

    @Handler
    Map<Suspect, Verdict> ask(@Body List<Suspect> suspects) {
        return platform.ask(suspects);
    }
}
