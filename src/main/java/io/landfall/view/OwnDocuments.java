package io.landfall.view;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Goes through all documents of an index that carry {@code landfall.version}, as a search sees them at one moment. */
public final class OwnDocuments implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KEEP = "2m";

    private static final Logger LOG = LoggerFactory.getLogger(OwnDocuments.class);

    private final RestClient client;
    private final int page;
    private @Nullable String pointInTime;
    private @Nullable JsonNode after;

    private OwnDocuments(RestClient client, @Nullable String pointInTime, int page) {
        this.client = client;
        this.pointInTime = pointInTime;
        this.page = page;
    }

    /**
     * Begins.
     *
     * @param page ids at a time
     * @throws IOException the view can't be asked now
     */
    public static OwnDocuments of(RestClient client, String index, int page) throws IOException {
        Request request = new Request("POST", "/" + index + "/_pit");
        request.addParameter("keep_alive", KEEP);
        try {
            return new OwnDocuments(client, call(client, request).path("id").asText(), page);
        } catch (ResponseException e) {
            if (e.getResponse().getStatusLine().getStatusCode() == 404) {
                return new OwnDocuments(client, null, page);
            }
            throw e;
        }
    }

    /** The next ids; none: that was all. A missing index has none. */
    public List<String> next() throws IOException {
        if (pointInTime == null) {
            return List.of();
        }
        ObjectNode search = JSON.createObjectNode();
        search.put("size", page).put("_source", false).put("track_total_hits", false);
        search.putObject("query").putObject("exists").put("field", DocumentComposer.OWN + ".version");
        search.putObject("pit").put("id", pointInTime).put("keep_alive", KEEP);
        search.putArray("sort").add("_shard_doc");
        if (after != null) {
            search.set("search_after", after);
        }
        Request request = new Request("POST", "/_search");
        request.setJsonEntity(search.toString());
        JsonNode answer = call(client, request);
        if (answer.path("timed_out").asBoolean()
                || answer.path("_shards").path("failed").asInt() > 0) {
            throw new IOException("not every shard answered");
        }
        pointInTime = answer.path("pit_id").asText(pointInTime);
        List<String> ids = new ArrayList<>();
        for (JsonNode hit : answer.path("hits").path("hits")) {
            ids.add(hit.path("_id").asText());
            after = hit.path("sort");
        }
        return ids;
    }

    private static JsonNode call(RestClient client, Request request) throws IOException {
        try (InputStream content = client.performRequest(request).getEntity().getContent()) {
            return JSON.readTree(content);
        }
    }

    @Override
    public void close() {
        if (pointInTime == null) {
            return;
        }
        try {
            Request request = new Request("DELETE", "/_pit");
            request.setJsonEntity(JSON.createObjectNode().put("id", pointInTime).toString());
            client.performRequest(request);
        } catch (IOException e) {
            LOG.debug("a point in time is left to expire: {}", e.getMessage());
        }
    }
}
