package io.landfall.view;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.elasticsearch.client.RestClient;
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

    private final ViewRequests requests;
    private final ViewConfiguration configuration;
    private final ViewMapping mapping;
    private final Set<String> concrete = ConcurrentHashMap.newKeySet();
    private final Set<String> found = ConcurrentHashMap.newKeySet();
    private final Set<String> awaited = ConcurrentHashMap.newKeySet();
    private volatile boolean prepared;

    public ViewSetup(RestClient client, ViewConfiguration configuration) {
        this.requests = new ViewRequests(client, request -> "The view can't be prepared");
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
            for (String name : configuration.indices()) {
                if (!found.contains(name) && prepare(name)) {
                    found.add(name);
                }
            }
            // what is made by others later may be an index instead of an alias: look again until it is there
            prepared = found.containsAll(configuration.indices());
        }
    }

    @Override
    public boolean isAlias(String name) {
        return !concrete.contains(name);
    }

    /** False: it is not there and may not be made. */
    private boolean prepare(String name) throws IOException {
        JsonNode indices = requests.get("/" + name + "/_mapping");
        if (indices == null && configuration.create()) {
            create(name);
            indices = requests.get("/" + name + "/_mapping");
        }
        if (indices == null) {
            if (awaited.add(name)) {
                LOG.warn(
                        "Neither an index nor an alias {} is there, and landfall.view.create is false: writes wait",
                        name);
            }
            return false;
        }
        for (Map.Entry<String, JsonNode> entry : indices.properties()) {
            String index = entry.getKey();
            if (index.equals(name)) {
                concrete.add(name);
            }
            if (mapping.lacksSomething(index, entry.getValue().path("mappings"))) {
                complete(index);
            }
        }
        return true;
    }

    private void create(String name) throws IOException {
        requests.put("/_index_template/landfall-" + name, mapping.template(name));
        String first = name + "-000001";
        if (requests.put("/" + first, JSON.createObjectNode().set("aliases", mapping.alias(name)))) {
            LOG.info("Index {} with alias {} was made", first, name);
        } else {
            // another node was faster, or the alias was taken away from it
            requests.put(
                    "/" + first + "/_alias/" + name, JSON.createObjectNode().put("is_write_index", true));
        }
    }

    private void complete(String index) throws IOException {
        if (!configuration.create()) {
            throw new ViewMismatch("Index " + index + " has no complete mapping of the object 'landfall', and"
                    + " landfall.view.create is false: map it as in the documentation, or let Landfall do it");
        }
        requests.put("/" + index + "/_mapping", mapping.ownOnly());
        LOG.info("Index {} has the mapping of the object 'landfall' now", index);
    }
}
