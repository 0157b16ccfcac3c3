package io.landfall.view;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestClientBuilder;
import org.jspecify.annotations.Nullable;

/** Opens the one connection pool to the view, for the routes' component and for our own looks. */
public final class ViewClient {
    /** More bulks than this at once only queue up in Elasticsearch. */
    private static final int CONNECTIONS = 20;

    private ViewClient() {}

    /** With the trust that Java has. The caller closes it. */
    public static RestClient open(ViewConfiguration configuration) {
        return open(configuration, null);
    }

    /** @param tls whom to trust, and what to show; null: as Java does. Names of hosts are checked in any case. */
    static RestClient open(ViewConfiguration configuration, @Nullable BundleTls tls) {
        HttpHost[] hosts = configuration.url().stream()
                .map(uri -> HttpHost.create(uri.getScheme() + "://" + uri.getAuthority()))
                .toArray(HttpHost[]::new);
        RestClientBuilder builder = RestClient.builder(hosts)
                .setCompressionEnabled(configuration.compression())
                .setDefaultHeaders(headers(configuration).toArray(Header[]::new))
                .setRequestConfigCallback(request -> request.setConnectTimeout(
                                (int) configuration.connectTimeout().toMillis())
                        .setSocketTimeout((int) configuration.responseTimeout().toMillis())
                        .setConnectionRequestTimeout(
                                (int) configuration.responseTimeout().toMillis()))
                .setHttpClientConfigCallback(http -> http.setMaxConnPerRoute(CONNECTIONS)
                        .setMaxConnTotal(CONNECTIONS * hosts.length)
                        .setSSLStrategy(tls));
        String path = configuration.url().get(0).getPath();
        if (path != null && path.length() > 1) {
            builder.setPathPrefix(path);
        }
        return builder.build();
    }

    /** Sent with every request, so that no request is answered 401 first and sent twice. */
    private static List<Header> headers(ViewConfiguration configuration) {
        List<Header> headers = new ArrayList<>();
        String authorization = authorization(configuration);
        if (authorization != null) {
            headers.add(new BasicHeader("Authorization", authorization));
        }
        return headers;
    }

    private static @Nullable String authorization(ViewConfiguration configuration) {
        if (configuration.apiKey() != null) {
            return "ApiKey " + configuration.apiKey();
        }
        if (configuration.username() == null) {
            return null;
        }
        String pair = configuration.username() + ":" + configuration.password();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
