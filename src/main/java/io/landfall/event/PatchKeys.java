package io.landfall.event;

import java.util.List;
import java.util.Set;

/** Which top-level fields a patch may write: the producer's own, and such as a document can have. */
public final class PatchKeys {
    private static final String OURS = "landfall";

    /** Elasticsearch's metadata fields; {@code _type} was one, and other tools still take it for one. */
    private static final Set<String> METADATA = Set.of(
            "_data_stream_timestamp",
            "_doc_count",
            "_feature",
            "_field_names",
            "_id",
            "_ignored",
            "_ignored_source",
            "_index",
            "_index_mode",
            "_inference_fields",
            "_nested_path",
            "_primary_term",
            "_recovery_source",
            "_routing",
            "_routing_hash",
            "_seq_no",
            "_size",
            "_source",
            "_tier",
            "_ts_routing_hash",
            "_tsid",
            "_type",
            "_version");

    private PatchKeys() {}

    /** Whether an event whose patch has this top-level field is a dead letter. */
    public static boolean isForbidden(String key) {
        List<String> parts = List.of(key.split("\\.", -1));
        String first = parts.get(0);
        // white space alone counts as empty: Elasticsearch refuses the whole document for it
        return first.equals(OURS)
                || METADATA.contains(first)
                || parts.stream().anyMatch(String::isBlank)
                || !Text.isStorable(key);
    }
}
