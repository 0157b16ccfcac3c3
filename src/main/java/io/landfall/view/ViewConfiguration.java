package io.landfall.view;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Where the view is and how it is written to.
 *
 * @param url the nodes of one cluster
 * @param username together with {@code password}; or {@code apiKey}, encoded as Elasticsearch hands it out; or none
 * @param sslBundle the name of a bundle under {@code spring.ssl.bundle}: which servers to trust, and which certificate to
 *     show; null: as Java trusts
 * @param mode whether Landfall owns whole documents or shares them
 * @param indexModes another mode for single indices
 * @param indices where events may put their documents; an alias each, or an index that is there already
 * @param trustIds whether every document under a task's id is ours, without a look
 * @param bulkBytes documents in one request at most; lowered while running when a request was too large
 * @param bulkDocuments the same by number
 * @param tries of a write in one go, before it is left to compensation
 * @param create whether missing templates, indices and aliases are made at start
 * @param shards of indices made, at start or by a rebuild: one can't be given more later
 * @param replicas of indices made at start: a number, or a range such as {@code 0-1} (as many as there are nodes for)
 * @param properties a JSON object of mappings for users' fields, as under {@code properties} of an index
 * @param blockedTasks so many un-landed tasks of blocked indices may pile up before batches wait
 * @param probePeriod how often one document's write tries whether a blocked index takes writes again
 * @param compression whether requests are sent compressed: fewer bytes for more CPU
 */
@Validated
@ConfigurationProperties("landfall.view")
public record ViewConfiguration(
        @NotEmpty @DefaultValue("http://127.0.0.1:9200") List<URI> url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String apiKey,
        @Nullable String sslBundle,
        @DefaultValue("replace") Mode mode,
        @DefaultValue Map<String, Mode> indexModes,
        @NotEmpty @DefaultValue("tasks") List<String> indices,
        @DefaultValue("false") boolean trustIds,
        @DefaultValue("5MB") DataSize bulkBytes,
        @Min(1) @Max(10_000) @DefaultValue("1000") int bulkDocuments,
        @Min(1) @Max(10) @DefaultValue("3") int tries,
        @DefaultValue("5s") Duration connectTimeout,
        @DefaultValue("30s") Duration responseTimeout,
        @DefaultValue("true") boolean create,
        @Min(1) @Max(1024) @DefaultValue("1") int shards,
        @DefaultValue("0-1") String replicas,
        @Nullable String properties,
        @Min(0) @Max(10_000_000) @DefaultValue("100000") int blockedTasks,
        @DefaultValue("5s") Duration probePeriod,
        @DefaultValue("false") boolean compression) {
    private static final Pattern INDEX = Pattern.compile("[a-z0-9][a-z0-9._-]{0,199}");
    private static final Pattern REPLICAS = Pattern.compile("\\d{1,2}|\\d{1,2}-(\\d{1,2}|all)");

    private static final Duration SHORTEST_PROBE_PERIOD = Duration.ofMillis(50);

    /** Who owns a document. */
    public enum Mode {
        /** Landfall owns it whole. */
        REPLACE,
        /** Others own other fields of it. */
        MERGE
    }

    public ViewConfiguration {
        for (String index : indices) {
            if (!INDEX.matcher(index).matches()) {
                throw new IllegalArgumentException("landfall.view.indices: '" + index
                        + "' is no name of an index: small letters, digits, '.', '_' and '-', at most 200");
            }
        }
        if (!REPLICAS.matcher(replicas).matches()) {
            throw new IllegalArgumentException(
                    "landfall.view.replicas: '" + replicas + "' is neither a number nor a range such as 0-1");
        }
        if (probePeriod.compareTo(SHORTEST_PROBE_PERIOD) < 0) {
            throw new IllegalArgumentException(
                    "landfall.view.probe-period: " + probePeriod + " is too short: at least " + SHORTEST_PROBE_PERIOD);
        }
        if ((username == null) != (password == null)) {
            throw new IllegalArgumentException("landfall.view.username and landfall.view.password go together");
        }
        for (String index : indexModes.keySet()) {
            if (!indices.contains(index)) {
                throw new IllegalArgumentException(
                        "landfall.view.index-modes." + index + ": no such index in landfall.view.indices " + indices);
            }
        }
    }

    /** Who owns the documents of that index. */
    public Mode mode(String index) {
        return indexModes.getOrDefault(index, mode);
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "ViewConfiguration[url=" + url + ", mode=" + mode + ", indexModes=" + indexModes + ", indices=" + indices
                + "]";
    }
}
