package io.landfall.land;

import java.util.Map;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.landfall.stack.SharedStack;

/** One running product for all test classes that name it; it ends with the last test of the JVM. */
final class Landings implements BeforeAllCallback {
    private static final String MAPPING =
            """
            {"durationSeconds": {"type": "float"}, "count": {"type": "long"}, "transcript": {"type": "text"}}
            """;

    private final String name;
    private final Map<String, String> keys;
    private Landing landing;

    private Landings(String name, Map<String, String> keys) {
        this.name = name;
        this.keys = keys;
    }

    /** With a second chance of failures that is quickly given, and quickly over. */
    static Landings compensated() {
        return new Landings(
                "compensated",
                Map.of(
                        "landfall.compensation.max-attempts", "3",
                        "landfall.compensation.first-backoff", "1ms",
                        "landfall.compensation.longest-backoff", "1ms",
                        // bulks are held for as long as a test needs
                        "landfall.view.response-timeout", "3m",
                        "landfall.view.properties", MAPPING));
    }

    /** With inspections that look often, and verifiers of which three seconds are the patience. */
    static Landings inspected() {
        return new Landings(
                "inspected",
                Map.of(
                        "landfall.inspection.beat", "300ms",
                        "landfall.inspection.verify-timeout", "3s",
                        "landfall.inspection.types.brief.max-attempts", "3",
                        "landfall.ops.watch-period", "500ms"));
    }

    /** Landfall owns the documents; tombstones are dead letters: the defaults. */
    static Landings owned() {
        return new Landings(
                "owned",
                Map.of(
                        "landfall.view.properties",
                        MAPPING,
                        // one that is not there, for whoever tries it
                        "landfall.outbox.topics",
                        "landing-owned-nowhere"));
    }

    /** Others own fields of the documents too, but for those of a second index; tombstones delete. */
    static Landings shared() {
        return new Landings(
                "shared",
                Map.of(
                        "landfall.view.indices", "shared,shared-apart",
                        "landfall.view.mode", "merge",
                        "landfall.view.index-modes.shared-apart", "replace",
                        "landfall.events.tombstone", "delete"));
    }

    /** Two indices, tried often when they take no writes; a hundred tasks may wait for them. */
    static Landings blocked() {
        return new Landings(
                "blocked",
                Map.of(
                        "landfall.view.indices", "blocked,blocked-apart",
                        "landfall.view.probe-period", "2s",
                        "landfall.view.blocked-tasks", "100",
                        "landfall.ops.watch-period", "500ms"));
    }

    /**
     * With a folder of routes of its own, into which verifiers may be dropped, and an OpenAI-compatible platform.
     *
     * @param platform its base URL
     */
    static Landings verifying(String platform) {
        return new Landings(
                "verifying",
                Map.of(
                        "landfall.routes", "file:" + DroppedRoutes.fresh() + "/*.camel.yaml",
                        "landfall.calls.catch-up", "2s",
                        "landfall.calls.max-result", "1KB",
                        "landfall.openai.base-url", platform,
                        "landfall.openai.api-key", "only-for-tests",
                        "landfall.openai.read-timeout", "1s",
                        "landfall.openai.rate", "1000"));
    }

    /** With a folder of routes of its own, in which they may be changed. */
    static Landings reloading() {
        return new Landings(
                "reloading",
                Map.of("landfall.routes", "file:" + DroppedRoutes.fresh(DroppedRoutes.OTHER) + "/*.camel.yaml"));
    }

    /** One index, tried often when it takes no writes. */
    static Landings blockedAlone() {
        return new Landings(
                "blocked-alone", Map.of("landfall.view.probe-period", "500ms", "landfall.ops.watch-period", "500ms"));
    }

    /** Batches have half a second. */
    static Landings hasty() {
        return new Landings(
                "hasty",
                Map.of(
                        "landfall.ledger.transaction-timeout", "500ms",
                        "landfall.transactions.short-acknowledged", "apply-batch"));
    }

    Landing landing() {
        return landing;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        landing = SharedStack.sharing(name, Landing.class, () -> Landing.start(name, keys));
    }
}
