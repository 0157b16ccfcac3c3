package io.landfall.dingtalk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A DingTalk that checks the signature and the size of what its robot is sent, and keeps it; it can be told to refuse. */
public final class FakeDingTalk implements AutoCloseable {
    public static final String SECRET = "SECthisisforthetests";
    public static final String TOKEN = "the-robots-access-token";

    private final HttpServer server;
    private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    private final Deque<String> refusals = new ArrayDeque<>();
    private final ObjectMapper json = new ObjectMapper();

    public FakeDingTalk() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/robot/send", this::take);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/robot/send?access_token=" + TOKEN;
    }

    /** What it took, in the order of its coming. */
    public List<JsonNode> messages() {
        return messages;
    }

    /** The next one is answered so instead: an HTTP status, or a body with an errcode. */
    synchronized void refuse(String with) {
        refusals.add(with);
    }

    private synchronized void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String refusal = refusals.poll();
            if (refusal != null && refusal.matches("\\d+")) {
                exchange.sendResponseHeaders(Integer.parseInt(refusal), -1);
                return;
            }
            String wrong = refusal == null ? wrong(exchange, body) : refusal;
            if (wrong == null) {
                messages.add(json.readTree(body));
            }
            byte[] answer = (wrong == null ? "{\"errcode\":0,\"errmsg\":\"ok\"}" : wrong).getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /** Null: nothing is. */
    private static String wrong(HttpExchange exchange, byte[] body) {
        Map<String, String> query = new HashMap<>();
        for (String pair : exchange.getRequestURI().getRawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            query.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
        if (!TOKEN.equals(query.get("access_token"))) {
            return "{\"errcode\":300001,\"errmsg\":\"token is not exist\"}";
        }
        if (!signature(query.get("timestamp")).equals(query.get("sign"))) {
            return "{\"errcode\":310000,\"errmsg\":\"sign not match\"}";
        }
        return body.length > 20_000 ? "{\"errcode\":460101,\"errmsg\":\"message too long\"}" : null;
    }

    private static String signature(String timestamp) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal((timestamp + "\n" + SECRET).getBytes(UTF_8)));
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
