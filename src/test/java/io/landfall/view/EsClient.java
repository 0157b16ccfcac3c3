package io.landfall.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import org.apache.http.HttpHost;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Talks to a test's Elasticsearch beside the product. */
public final class EsClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final RestClient client;

    public EsClient(String url) {
        client = RestClient.builder(HttpHost.create(url)).build();
    }

    /** The answer, errors included. */
    public JsonNode call(String method, String path, String body) {
        Request request = new Request(method, path);
        if (body != null) {
            request.setJsonEntity(body);
        }
        try (InputStream content = client.performRequest(request).getEntity().getContent()) {
            return JSON.readTree(content);
        } catch (ResponseException e) {
            try (InputStream content = e.getResponse().getEntity().getContent()) {
                return JSON.readTree(content);
            } catch (IOException again) {
                throw new UncheckedIOException(again);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A document with its metadata, as it is now. */
    public JsonNode document(String index, String id) {
        // a path is no form: a blank is not a plus there
        String escaped = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return call("GET", "/" + index + "/_doc/" + escaped, null);
    }

    public boolean exists(String index) throws IOException {
        return client.performRequest(new Request("HEAD", "/" + index))
                        .getStatusLine()
                        .getStatusCode()
                == 200;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
