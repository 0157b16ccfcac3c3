package io.landfall.view;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Makes the view ready at start: template, first index and alias where they are missing and may be made, and a check of
 * what is there already. A view that is away is asked again at the first write.
 */
public final class ViewSetup implements Indices {
    private static final Logger LOG = LoggerFactory.getLogger(ViewSetup.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RestClient client;
    private final ViewConfiguration configuration;
    private final ViewMapping mapping;
    private final Set<String> concrete = ConcurrentHashMap.newKeySet();
    private volatile boolean prepared;

    public ViewSetup(RestClient client, ViewConfiguration configuration) {
        this.client = client;
        this.configuration = configuration;
        this.mapping = new ViewMapping(configuration);
    }

    /** At start. Throws {@link ViewMismatch} when what is there can't be used; a view that is away is no error. */
    public void prepareAtStart() {
        try {
            prepareOnce();
        } catch (IOException e) {
            LOG.warn("The view can't be prepared yet; the first write will: {}", OutcomeClassifier.line(e));
        }
    }

    @Override
    public void prepareOnce() throws IOException {
        if (prepared) {
            return;
        }
        synchronized (this) {
            if (!prepared) {
                for (String name : configuration.indices()) {
                    prepare(name);
                }
                prepared = true;
            }
        }
    }

    @Override
    public boolean isAlias(String name) {
        return !concrete.contains(name);
    }

    private void prepare(String name) throws IOException {
        JsonNode found = get("/" + name + "/_mapping");
        if (found == null && configuration.create()) {
            create(name);
            found = get("/" + name + "/_mapping");
        }
        if (found == null) {
            LOG.warn("Neither an index nor an alias {} is there, and landfall.view.create is false: writes wait", name);
            return;
        }
        for (Map.Entry<String, JsonNode> entry : found.properties()) {
            String index = entry.getKey();
            if (index.equals(name)) {
                concrete.add(name);
            }
            if (mapping.lacksSomething(index, entry.getValue().path("mappings"))) {
                complete(index);
            }
        }
    }

    private void create(String name) throws IOException {
        put("/_index_template/landfall-" + name, mapping.template(name));
        String first = name + "-000001";
        if (put("/" + first, JSON.createObjectNode().set("aliases", mapping.alias(name)))) {
            LOG.info("Index {} with alias {} was made", first, name);
        } else {
            // another node was faster, or the alias was taken away from it
            put("/" + first + "/_alias/" + name, JSON.createObjectNode().put("is_write_index", true));
        }
    }

    private void complete(String index) throws IOException {
        if (!configuration.create()) {
            throw new ViewMismatch("Index " + index + " has no complete mapping of the object 'landfall', and"
                    + " landfall.view.create is false: map it as in the documentation, or let Landfall do it");
        }
        put("/" + index + "/_mapping", mapping.ownOnly());
        LOG.info("Index {} has the mapping of the object 'landfall' now", index);
    }

    private @Nullable JsonNode get(String path) throws IOException {
        try (InputStream answer =
                client.performRequest(new Request("GET", path)).getEntity().getContent()) {
            return JSON.readTree(answer);
        } catch (ResponseException e) {
            if (e.getResponse().getStatusLine().getStatusCode() == 404) {
                return null;
            }
            throw e;
        }
    }

    /** False: it is there already. Waiting can't help where the request itself is refused. */
    private boolean put(String path, JsonNode body) throws IOException {
        Request request = new Request("PUT", path);
        request.setJsonEntity(body.toString());
        try {
            client.performRequest(request);
            return true;
        } catch (ResponseException e) {
            if (e.getResponse().getStatusLine().getStatusCode() != 400) {
                throw e;
            }
            if (String.valueOf(e.getMessage()).contains("resource_already_exists_exception")) {
                return false;
            }
            throw new ViewMismatch("The view can't be prepared: " + OutcomeClassifier.line(e));
        }
    }
}
