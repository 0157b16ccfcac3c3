package io.landfall.event;

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
        int dot = key.indexOf('.');
        String first = dot < 0 ? key : key.substring(0, dot);
        return first.equals(OURS) || METADATA.contains(first) || hasBlankPart(key) || !Text.isStorable(key);
    }

    /** White space alone counts as empty: Elasticsearch refuses the whole document for it. */
    private static boolean hasBlankPart(String key) {
        boolean blank = true;
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c == '.') {
                if (blank) {
                    return true;
                }
                blank = true;
            } else {
                blank &= Character.isWhitespace(c);
            }
        }
        return blank;
    }
}
