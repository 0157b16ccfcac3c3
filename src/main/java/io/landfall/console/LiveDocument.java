package io.landfall.console;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import org.apache.http.client.config.RequestConfig;
import org.apache.http.util.EntityUtils;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A document as the view has it right now, not as of the last refresh. */
@Component
class LiveDocument {
    /** A person waits: rather say that the view is away than make them wait for it. */
    private static final int MILLIS = 3_000;

    private static final int LONGEST_REASON = 300;

    private final ObjectProvider<RestClient> view;
    private final ObjectMapper json;

    LiveDocument(ObjectProvider<RestClient> view, ObjectMapper json) {
        this.view = view;
        this.json = json;
    }

    Seen at(String index, String taskId) {
        RestClient client = view.getIfAvailable();
        if (client == null) {
            return Seen.failed("no client for the view is set up");
        }
        try {
            return document(client, index, taskId);
        } catch (ResponseException e) {
            int status = e.getResponse().getStatusLine().getStatusCode();
            String message = String.valueOf(e.getMessage());
            return status == 404 && !message.contains("index_not_found")
                    ? new Seen(null, null, null)
                    : Seen.failed("the view answered " + status + " " + oneLine(message));
        } catch (IOException | RuntimeException e) {
            return Seen.failed("the view is away: " + oneLine(String.valueOf(e.getMessage())));
        }
    }

    private Seen document(RestClient client, String index, String taskId) throws IOException {
        Request request = new Request("GET", "/" + segment(index) + "/_source/" + segment(taskId));
        request.addParameter("realtime", "true");
        request.setOptions(RequestOptions.DEFAULT.toBuilder()
                .setRequestConfig(RequestConfig.custom()
                        .setConnectTimeout(MILLIS)
                        .setConnectionRequestTimeout(MILLIS)
                        .setSocketTimeout(MILLIS)
                        .build()));
        byte[] source = EntityUtils.toByteArray(client.performRequest(request).getEntity());
        JsonNode version = json.readTree(source).path("landfall").path("version");
        return new Seen(source, version.canConvertToLong() ? version.longValue() : null, null);
    }

    /** Everything but letters, digits and {@code -._*} percent-encoded. */
    private static String segment(String raw) {
        String encoded = URLEncoder.encode(raw, StandardCharsets.UTF_8).replace("+", "%20");
        // a dot segment would be taken for a folder
        return encoded.equals(".") || encoded.equals("..") ? encoded.replace(".", "%2E") : encoded;
    }

    private static String oneLine(String reason) {
        String line = reason.replaceAll("\\s+", " ").strip();
        return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) : line;
    }

    /**
     * @param source the document's JSON, unmasked; null: there is none, or it could not be read
     * @param version its {@code landfall.version}; null: it has none
     * @param error why it could not be read; null: it could
     */
    record Seen(byte @Nullable [] source, @Nullable Long version, @Nullable String error) {
        static Seen failed(String reason) {
            return new Seen(null, null, reason);
        }
    }
}
