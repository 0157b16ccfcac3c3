package io.landfall.ops;

import java.io.IOException;
import java.time.Clock;
import java.util.Map;

import org.apache.http.client.config.RequestConfig;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.RestClient;
import org.springframework.beans.factory.ObjectProvider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.alarm.Component;

/** Asks the view's cluster how it is; red is away, because some documents can't land. */
@org.springframework.stereotype.Component
final class ViewProbe extends Probe {
    private static final int MILLIS = (int) PATIENCE.toMillis();

    private final ObjectProvider<RestClient> view;
    private final ObjectMapper json;

    ViewProbe(ObjectProvider<RestClient> view, ObjectMapper json, Clock clock) {
        super(Component.VIEW, clock);
        this.view = view;
        this.json = json;
    }

    @Override
    Map<String, Object> ask() throws IOException {
        RestClient client = view.getIfAvailable();
        if (client == null) {
            throw new IOException("no client for the view is set up");
        }
        Request request = new Request("GET", "/_cluster/health");
        request.addParameter("timeout", "1s");
        request.setOptions(RequestOptions.DEFAULT.toBuilder()
                .setRequestConfig(RequestConfig.custom()
                        .setConnectTimeout(MILLIS)
                        .setConnectionRequestTimeout(MILLIS)
                        .setSocketTimeout(MILLIS)
                        .build()));
        JsonNode health =
                json.readTree(client.performRequest(request).getEntity().getContent());
        String status = health.path("status").asText();
        if (status.equals("red")) {
            throw new IOException("the cluster's status is red");
        }
        return Map.of("cluster", health.path("cluster_name").asText(), "status", status);
    }
}
