package io.landfall.corridor;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.stereotype.Component;

import io.landfall.event.Sha256;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The files of routes that are at work, by name, and those that were refused since. The version is the same on all nodes that
 * have the same files, whatever their paths, and of whatever they had before.
 */
@Component
final class RouteSet implements InfoContributor {
    /** Of SHA-256, in hexadecimal digits: enough to tell versions apart. */
    private static final int DIGITS = 12;

    private final Clock clock;
    private final SortedMap<String, String> taken = new TreeMap<>();
    private final SortedMap<String, String> refused = new TreeMap<>();
    private Instant since;

    RouteSet(Clock clock) {
        this.clock = clock;
        this.since = clock.instant();
    }

    /** That file is at work with that text. */
    synchronized void take(String file, String text) {
        if (!text.equals(taken.put(file, text))) {
            since = clock.instant();
        }
        refused.remove(file);
    }

    /** That file, as it is now, is not. */
    synchronized void refuse(String file, String reason) {
        refused.put(file, reason);
    }

    /** What of that file is at work; null: nothing. */
    synchronized @Nullable String text(String file) {
        return taken.get(file);
    }

    /** Files that are not at work as they are in the folder, with the reason. */
    synchronized Map<String, String> refused() {
        return new TreeMap<>(refused);
    }

    /** Of all that is at work. */
    synchronized String version() {
        return shown(files().toString());
    }

    /** Since when this node has had that version, by its own clock. */
    synchronized Instant since() {
        return since;
    }

    private synchronized Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        taken.forEach((file, text) -> files.put(file, shown(text)));
        return files;
    }

    @Override
    public synchronized void contribute(Info.Builder info) {
        info.withDetail(
                "routes", Map.of("version", version(), "since", since(), "files", files(), "refused", refused()));
    }

    private static String shown(String text) {
        return Sha256.hex(text.getBytes(UTF_8)).substring(0, DIGITS);
    }
}
