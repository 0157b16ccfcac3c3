package io.landfall.view;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.elasticsearch.client.ResponseException;
import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import co.elastic.clients.transport.TransportException;

import io.landfall.view.WriteOutcome.Failed;

/**
 * Tells the class of each answer. Statuses decide; error types only where one status means several things, so that an
 * error type nobody has seen yet still has its class.
 */
final class OutcomeClassifier {
    /** The cause of a refusal that is not about the document. */
    static final String INDEX_MISSING = "index-missing";

    private static final Verdict ACCEPTED = new Verdict.Accepted();
    private static final Pattern CURRENT_VERSION = Pattern.compile("current version \\[(\\d{1,19})]");

    /** The class of one item. */
    Verdict item(BulkResponseItem item) {
        ErrorCause error = item.error();
        // a delete of what is not there answers 404 without an error: it is gone, as wanted
        return error == null ? ACCEPTED : item(item.status(), error);
    }

    private static Verdict item(int status, ErrorCause error) {
        String type = error.type() == null ? "unknown" : error.type();
        String reason = Reasons.chain(error);
        if (status == 409) {
            return new Verdict.Conflict(currentVersion(reason), reason);
        }
        if (isAboutTheIndex(status, type, reason)) {
            return new Verdict.IndexBlocked(reason, status);
        }
        if (status == 429) {
            return new Verdict.Passing(new Failed(false, "throttled", reason, null, status));
        }
        if (status >= 500) {
            return new Verdict.Passing(new Failed(false, "unavailable", reason, null, status));
        }
        return refused(status, type, error, reason);
    }

    private static Verdict refused(int status, String type, ErrorCause error, String reason) {
        String path = RefusedField.path(error);
        return new Verdict.Refused(new Failed(true, cause(status, type, reason, path), reason, path, status), path);
    }

    private static String cause(int status, String type, String reason, @Nullable String path) {
        if (reason.contains("Limit of ")) {
            return "field-limit";
        }
        if (type.equals("index_not_found_exception")) {
            return INDEX_MISSING;
        }
        if (path != null || type.contains("mapping") || type.contains("mapper")) {
            return "mapping";
        }
        if (type.contains("pars")) {
            return "parsing";
        }
        return status == 413 ? "too-large" : "refused";
    }

    /** Blocks come as 403 or, at the flood stage, as 429; a closed index as 400, a missing alias as 404. */
    private static boolean isAboutTheIndex(int status, String type, String reason) {
        return status == 401
                || status == 403
                || (status < 500 && type.equals("cluster_block_exception"))
                || type.equals("index_closed_exception")
                || (type.equals("index_not_found_exception") && reason.contains("require_alias"));
    }

    /** The class of a request that had no answer for its items. An exception that is not the view's is thrown again. */
    Verdict request(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof ElasticsearchException e) {
                return request(e.status(), Reasons.chain(e.error()));
            }
            if (t instanceof TransportException e && e.response() != null) {
                return request(e.statusCode(), line(e));
            }
            if (t instanceof ResponseException e) {
                int status = e.getResponse().getStatusLine().getStatusCode();
                return request(status, line(e));
            }
        }
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof IOException || t instanceof TimeoutException || isClientsOwn(t)) {
                return new Verdict.Unavailable(line(t), false);
            }
        }
        throw thrown instanceof RuntimeException e
                ? e
                : new IllegalStateException("the bulk could not be sent", thrown);
    }

    /** A closed connection pool or a stopped reactor: no fault of the documents. */
    private static boolean isClientsOwn(Throwable t) {
        String message = String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT);
        return t instanceof IllegalStateException
                && (message.contains("reactor") || message.contains("pool shut down"));
    }

    /** An exception as one line. */
    static String line(Throwable t) {
        return Reasons.bounded((t.getClass().getSimpleName() + ": " + t.getMessage()).replaceAll("\\s+", " "));
    }

    private static Verdict request(int status, String reason) {
        if (status == 413) {
            return new Verdict.TooLarge(new Failed(true, "too-large", reason, null, status));
        }
        if (status == 500 || (status >= 400 && status < 500 && !isUnavailable(status))) {
            return new Verdict.RequestRefused(new Failed(true, "refused", reason, null, status));
        }
        return new Verdict.Unavailable("HTTP " + status + ": " + reason, status == 429);
    }

    /** Logins, gateways that know no route or wait too long, and throttles speak of the view, not of what was sent. */
    private static boolean isUnavailable(int status) {
        return switch (status) {
            case 401, 403, 404, 405, 407, 408, 425, 429 -> true;
            default -> false;
        };
    }

    private static long currentVersion(String reason) {
        Matcher matcher = CURRENT_VERSION.matcher(reason);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }
}
