package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** An HTTP proxy in front of Elasticsearch that answers as a test wants it to. Listens on 127.0.0.1 only. */
public final class EsProxy implements AutoCloseable {
    /** What to answer; {@code call.pass()} asks the real server. */
    public interface Behaviour {
        Reply on(Call call) throws IOException;
    }

    /** Lets everything through. */
    public static final Behaviour TRANSPARENT = Call::pass;

    /** An answer; the one without a status is a closed connection. */
    public record Reply(int status, String contentType, byte[] body) {
        public static final Reply RESET = new Reply(0, "", new byte[0]);

        /** An answer in Elasticsearch's own words. */
        public static Reply error(int status, String type) {
            String body =
                    "{\"error\":{\"type\":\"" + type + "\",\"reason\":\"made by a test\"},\"status\":" + status + "}";
            return new Reply(status, "application/json", body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }

        /** An answer as gateways give it. */
        public static Reply page(int status) {
            return new Reply(status, "text/html", "<html>no</html>".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    /** A request on its way. */
    public final class Call {
        private final HttpExchange exchange;
        private final byte[] body;

        Call(HttpExchange exchange, byte[] body) {
            this.exchange = exchange;
            this.body = body;
        }

        public boolean isBulk() {
            return path().endsWith("/_bulk");
        }

        public String path() {
            return exchange.getRequestURI().getPath();
        }

        public byte[] body() {
            return body;
        }

        /** What the real server says. */
        public Reply pass() throws IOException {
            return pass(body);
        }

        /** What the real server says to another body. */
        public Reply pass(byte[] other) throws IOException {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI()))
                    .timeout(Duration.ofMinutes(1))
                    .method(
                            exchange.getRequestMethod(),
                            other.length == 0
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofByteArray(other));
            for (String name : List.of("Content-Type", "Accept", "Authorization")) {
                String value = exchange.getRequestHeaders().getFirst(name);
                if (value != null) {
                    request.header(name, value);
                }
            }
            try {
                HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
                return new Reply(
                        answer.statusCode(),
                        answer.headers().firstValue("Content-Type").orElse("application/json"),
                        answer.body());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }

    private final String server;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour = TRANSPARENT;

    private EsProxy(String server) {
        this.server = server;
        try {
            this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    /** In front of that server, letting everything through at first. */
    public static EsProxy before(String elasticsearchUrl) {
        return new EsProxy(elasticsearchUrl);
    }

    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** From now on. */
    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** How many bulks came so far, control bulks included. */
    public long bulks() {
        return paths.stream().filter(path -> path.endsWith("/_bulk")).count();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            paths.add(exchange.getRequestURI().getPath());
            Reply reply = behaviour.on(new Call(exchange, body));
            if (reply.status() == 0) {
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            exchange.getResponseHeaders().set("X-Elastic-Product", "Elasticsearch");
            boolean bodiless = exchange.getRequestMethod().equals("HEAD") || reply.body().length == 0;
            exchange.sendResponseHeaders(reply.status(), bodiless ? -1 : reply.body().length);
            if (!bodiless) {
                exchange.getResponseBody().write(reply.body());
            }
        }
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
