package io.landfall.access;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;

/** A client with cookies that follows no redirects, and says what a browser says of itself. */
final class Browser {
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http;
    private final String origin;

    Browser(int port) {
        this.http = HttpClient.newBuilder().cookieHandler(cookies).build();
        this.origin = "http://127.0.0.1:" + port;
    }

    /** Over TLS, with that trust. */
    Browser(int port, SSLContext trust) {
        this.http =
                HttpClient.newBuilder().cookieHandler(cookies).sslContext(trust).build();
        this.origin = "https://127.0.0.1:" + port;
    }

    /** A visit of a page. */
    HttpResponse<String> visit(String path) {
        return send(request(path).header("Accept", "text/html,*/*").header("Sec-Fetch-Mode", "navigate"));
    }

    /** A page's script asks. */
    HttpResponse<String> fetch(String path) {
        return send(request(path).header("Accept", "*/*").header("Sec-Fetch-Mode", "cors"));
    }

    HttpResponse<String> post(String path, String json) {
        return send(request(path)
                .header("Sec-Fetch-Mode", "cors")
                .header("Sec-Fetch-Site", "same-origin")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    HttpResponse<String> submit(String path, Map<String, String> form) {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(path)
                .header("Accept", "text/html,*/*")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Site", "same-origin")
                .header("Origin", origin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> login(String user, String password) {
        return submit("/login", Map.of("username", user, "password", password));
    }

    void keep(String name, String value) {
        HttpCookie cookie = new HttpCookie(name, value);
        cookie.setPath("/");
        cookie.setDomain("127.0.0.1");
        cookie.setVersion(0);
        cookies.getCookieStore().add(URI.create(origin), cookie);
    }

    String session() {
        return cookie(LoginPage.COOKIE);
    }

    /** Empty: there is none. */
    String cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElse("");
    }

    private HttpRequest.Builder request(String path) {
        URI where = path.startsWith("http") ? URI.create(path) : URI.create(origin + path);
        return HttpRequest.newBuilder(where).timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
