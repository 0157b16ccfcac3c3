package io.landfall.access;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

/**
 * Stands before an Elasticsearch that has no security of its own: ends TLS, and lets nobody through who does not show one of
 * the logins that it knows.
 */
final class TlsProxy implements AutoCloseable {
    private static final byte[] REFUSAL =
            """
            {"error":{"type":"security_exception","reason":"unable to authenticate with provided credentials and \
            anonymous access is not allowed for this request"},"status":401}"""
                    .getBytes(StandardCharsets.UTF_8);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String target;
    private final Set<String> known;
    private final HttpServer server;

    /**
     * A proxy that is there at once.
     *
     * @param ssl null: TLS is ended before it
     * @param known values of the header {@code Authorization}; may change
     */
    TlsProxy(String target, @Nullable SSLContext ssl, Set<String> known) throws IOException {
        this.target = target;
        this.known = known;
        server = server(ssl);
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    private static HttpServer server(@Nullable SSLContext ssl) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (ssl == null) {
            return HttpServer.create(any, 0);
        }
        HttpsServer server = HttpsServer.create(any, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(ssl));
        return server;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("X-elastic-product", "Elasticsearch");
        if (!known.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")))) {
            answer(exchange, 401, "application/json", REFUSAL);
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        for (String name : new String[] {"Content-Type", "Accept", "Content-Encoding"}) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        try {
            HttpResponse<byte[]> said = http.send(request.build(), BodyHandlers.ofByteArray());
            String type = said.headers().firstValue("Content-Type").orElse("application/json");
            answer(exchange, said.statusCode(), type, said.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        boolean empty = exchange.getRequestMethod().equals("HEAD") || body.length == 0;
        exchange.sendResponseHeaders(status, empty ? -1 : body.length);
        if (!empty) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
