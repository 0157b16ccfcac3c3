package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.view.EsClient;

/** Looks at all documents of a site again and again: no version falls, and no ANALYZED becomes anything else. */
final class Watcher implements AutoCloseable {
    private final Site site;
    private final EsClient view = new EsClient(Site.stack().elasticsearchUrl());
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, Seen> last = new HashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int looks;

    private record Seen(long version, String state) {}

    private Watcher(Site site) {
        this.site = site;
    }

    static Watcher of(Site site) {
        Watcher watcher = new Watcher(site);
        var unused = watcher.timer.scheduleWithFixedDelay(watcher::look, 0, 200, TimeUnit.MILLISECONDS);
        return watcher;
    }

    synchronized void look() {
        view.call("POST", "/" + site.index() + "/_refresh", null);
        String all = "{\"size\":5000,\"version\":true,\"_source\":[\"landfall.state\"]}";
        for (JsonNode hit : view.call("POST", "/" + site.index() + "/_search", all)
                .path("hits")
                .path("hits")) {
            String id = hit.path("_id").asText();
            Seen now = new Seen(
                    hit.path("_version").asLong(),
                    hit.at("/_source/landfall/state").asText());
            Seen before = last.put(id, now);
            if (before != null
                    && (now.version < before.version
                            || (before.state.equals("ANALYZED") && !now.state.equals("ANALYZED")))) {
                complaints.add(id + " was " + before + ", then " + now);
            }
        }
        looks++;
    }

    synchronized int looks() {
        return looks;
    }

    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            view.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
