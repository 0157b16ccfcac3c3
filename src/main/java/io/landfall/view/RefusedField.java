package io.landfall.view;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch._types.ErrorCause;

/** Finds out which field of a document a mapping refused, from what Elasticsearch 8.x and 9.x say. */
final class RefusedField {
    // names stand in brackets and may hold brackets themselves: what follows the name ends it
    private static final Pattern WITHIN =
            Pattern.compile("dynamic introduction of \\[(.+?)] within \\[(.+?)] is not allowed", Pattern.DOTALL);
    private static final List<Pattern> NAMED = List.of(
            Pattern.compile("failed to parse field \\[(.+?)] of type \\[", Pattern.DOTALL),
            Pattern.compile("object mapping for \\[(.+?)] tried to parse field \\[", Pattern.DOTALL),
            Pattern.compile("object mapping \\[(.+?)] can't be changed", Pattern.DOTALL),
            Pattern.compile("mapper \\[(.+?)] cannot be changed from type", Pattern.DOTALL),
            Pattern.compile("can't merge a non.object mapping \\[(.+?)] with", Pattern.DOTALL),
            Pattern.compile("cannot change object mapping from .*? \\[(.+?)] to", Pattern.DOTALL),
            Pattern.compile("immense term in field=\"(.+?)\" ", Pattern.DOTALL));

    private RefusedField() {}

    /** The field's path with dots, or null when the answer doesn't name one. */
    static @Nullable String path(ErrorCause error) {
        for (ErrorCause cause = error; cause != null; cause = cause.causedBy()) {
            String path = cause.reason() == null ? null : path(cause.reason());
            if (path != null) {
                return path;
            }
        }
        return null;
    }

    static @Nullable String path(String reason) {
        Matcher within = WITHIN.matcher(reason);
        if (within.find()) {
            String parent = within.group(2);
            return parent.equals("_doc") ? within.group(1) : parent + "." + within.group(1);
        }
        for (Pattern pattern : NAMED) {
            Matcher matcher = pattern.matcher(reason);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        return null;
    }

    /** Which of a document's top-level fields (their names may hold dots) a path leads into; null: none of them. */
    static @Nullable String topLevel(String path, Collection<String> fields) {
        String longest = null;
        for (String field : fields) {
            if (path.startsWith(field)
                    && (path.length() == field.length() || path.charAt(field.length()) == '.')
                    && (longest == null || field.length() > longest.length())) {
                longest = field;
            }
        }
        return longest == null ? inside(path, fields) : longest;
    }

    /** A name with dots is an object to Elasticsearch, and the refusal may name one of its parents. */
    private static @Nullable String inside(String path, Collection<String> fields) {
        for (String field : fields) {
            if (field.startsWith(path + ".")) {
                return field;
            }
        }
        return null;
    }
}
