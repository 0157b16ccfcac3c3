package io.landfall.land;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A platform that speaks as OpenAI's does: it answers for the calls that it was told of, by their ids. */
final class FakePlatform {
    private static final String BASE = "/v1";
    private static final String NOT_FOUND = "{\"error\":{\"message\":\"no such call\",\"code\":null}}";

    private final HttpServer server;
    private final Map<String, String> calls = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Misbehaviour misbehaviour;

    /** How an exchange goes instead. */
    interface Misbehaviour {
        void answer(HttpExchange exchange) throws IOException;
    }

    FakePlatform() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "platform");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + BASE;
    }

    void tell(String callId, String answer) {
        calls.put(callId, answer);
    }

    /** Null: well again. */
    void behave(Misbehaviour otherwise) {
        misbehaviour = otherwise;
    }

    /** Raw paths. */
    List<String> asked() {
        return asked;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getRawPath();
            asked.add(path);
            Misbehaviour otherwise = misbehaviour;
            if (otherwise != null) {
                otherwise.answer(exchange);
                return;
            }
            if (!"Bearer only-for-tests".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, NOT_FOUND);
                return;
            }
            String[] segments = path.split("/", -1);
            boolean isCall = segments.length == 4 && (segments[2].equals("responses") || segments[2].equals("batches"));
            String call = isCall ? calls.get(URLDecoder.decode(segments[3].replace("+", "%2B"), UTF_8)) : null;
            answer(exchange, call == null ? 404 : 200, call == null ? NOT_FOUND : call);
        }
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
