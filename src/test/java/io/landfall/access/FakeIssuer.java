package io.landfall.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** An identity provider whose every visitor is who the test says, with codes that work once and id tokens that are signed. */
final class FakeIssuer implements AutoCloseable {
    static final String CLIENT = "landfall";
    static final String SECRET = "oidc-secret";

    private final ObjectMapper json = new ObjectMapper();
    private final HttpServer server;
    private final RSAKey key;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private volatile String name = "olga";
    private volatile List<String> roles = List.of();

    FakeIssuer() {
        try {
            key = new RSAKeyGenerator(2048).keyID("k1").generate();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/.well-known/openid-configuration", this::configuration);
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.createContext(
                "/keys",
                exchange ->
                        answer(exchange, 200, new JWKSet(key).toPublicJWKSet().toString()));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whoever comes from now on. */
    void visitor(String who, String... what) {
        name = who;
        roles = List.of(what);
    }

    private void configuration(HttpExchange exchange) throws IOException {
        answer(
                exchange,
                200,
                json.writeValueAsString(Map.of(
                        "issuer", url(),
                        "authorization_endpoint", url() + "/authorize",
                        "token_endpoint", url() + "/token",
                        "jwks_uri", url() + "/keys",
                        "response_types_supported", List.of("code"),
                        "subject_types_supported", List.of("public"),
                        "id_token_signing_alg_values_supported", List.of("RS256"),
                        "token_endpoint_auth_methods_supported", List.of("client_secret_basic"))));
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> asked = form(exchange.getRequestURI().getRawQuery());
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        exchange.getResponseHeaders()
                .add("Location", asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state"));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> told = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> asked = codes.remove(told.getOrDefault("code", ""));
        String client =
                "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        if (asked == null
                || !client.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                || !asked.get("redirect_uri").equals(told.get("redirect_uri"))) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        answer(
                exchange,
                200,
                json.writeValueAsString(Map.of(
                        "access_token",
                        "opaque",
                        "token_type",
                        "Bearer",
                        "expires_in",
                        300,
                        "id_token",
                        idToken(asked.get("nonce")))));
    }

    private String idToken(String nonce) {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(),
                new JWTClaimsSet.Builder()
                        .issuer(url())
                        .audience(CLIENT)
                        .subject("id-of-" + name)
                        .claim("preferred_username", name)
                        .claim("realm_access", Map.of("roles", roles))
                        .claim("nonce", nonce)
                        .issueTime(Date.from(Instant.now()))
                        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
                        .build());
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    private static Map<String, String> form(String text) {
        return Stream.of(text.split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
