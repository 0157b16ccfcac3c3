package io.landfall.view;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The indices behind an alias, and the one that is to take their place. All throw {@link IOException} when the view can't be
 * asked now, and {@link ViewMismatch} when it refuses what it is told.
 */
public final class ConcreteIndices {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DIGITS = 6;

    private final ViewRequests requests;
    private final ViewMapping mapping;

    /** Asks through that client, which stays the caller's. */
    public ConcreteIndices(RestClient client, ViewConfiguration configuration) {
        this.requests = new ViewRequests(client, request -> "The view refuses " + request);
        this.mapping = new ViewMapping(configuration);
    }

    /**
     * The indices that the alias stands for; none: there is no such alias.
     *
     * @throws ViewMismatch the name is an index itself, so that no alias can take it
     */
    public Set<String> behind(String alias) throws IOException {
        JsonNode found = requests.get("/" + alias + "/_alias");
        Set<String> indices = new TreeSet<>();
        if (found != null) {
            found.fieldNames().forEachRemaining(indices::add);
        }
        if (indices.contains(alias)) {
            throw new ViewMismatch("Index " + alias
                    + " is no alias but an index of that very name, so nothing can take its"
                    + " place: copy it to " + alias + "-000001, delete it, make " + alias + " an alias of the copy, and"
                    + " begin again");
        }
        return indices;
    }

    /**
     * A name that no index has, {@code alias-000002} or later: the first one is made by whatever node starts.
     *
     * @param taken names that were given out before, whether or not they are there now
     */
    public String nextName(String alias, Collection<String> taken) throws IOException {
        Set<String> names = new TreeSet<>(taken);
        JsonNode found = requests.get("/" + alias + "-*/_alias");
        if (found != null) {
            found.fieldNames().forEachRemaining(names::add);
        }
        int highest = 1;
        for (String name : names) {
            highest = Math.max(highest, number(alias, name));
        }
        return alias + "-" + String.format("%0" + DIGITS + "d", highest + 1);
    }

    private static int number(String alias, String name) {
        String prefix = alias + "-";
        boolean numbered = name.startsWith(prefix)
                && name.length() == prefix.length() + DIGITS
                && name.chars().skip(prefix.length()).allMatch(digit -> digit >= '0' && digit <= '9');
        return numbered ? Integer.parseInt(name.substring(prefix.length())) : 0;
    }

    /** Makes the index by the template of today, without an alias; one that is there already is left as it is. */
    public void make(String alias, String index) throws IOException {
        requests.put("/_index_template/landfall-" + alias, mapping.template(alias));
        requests.put("/" + index, JSON.createObjectNode());
    }

    /** By which an index is told from another one of the same name; null: it is not there. */
    public @Nullable String uuid(String index) throws IOException {
        JsonNode settings = requests.get("/" + index + "/_settings/index.uuid");
        JsonNode uuid = settings == null ? null : settings.path(index).at("/settings/index/uuid");
        return uuid == null || uuid.isMissingNode() ? null : uuid.asText();
    }

    /** Makes that index the only one behind the alias, in one step; its documents are found from then on. */
    public void swap(String alias, String index) throws IOException {
        requests.post("/" + index + "/_refresh", null);
        Set<String> before = behind(alias);
        while (!before.equals(Set.of(index))) {
            ObjectNode request = JSON.createObjectNode();
            ArrayNode actions = request.putArray("actions");
            before.stream().filter(old -> !old.equals(index)).forEach(old -> actions.addObject()
                    .putObject("remove")
                    .put("index", old)
                    .put("alias", alias)
                    .put("must_exist", false));
            actions.addObject()
                    .putObject("add")
                    .put("index", index)
                    .put("alias", alias)
                    .put("is_write_index", true);
            requests.post("/_aliases", request);
            before = behind(alias);
        }
    }
}
