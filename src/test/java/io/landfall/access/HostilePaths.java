package io.landfall.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Other spellings of an address under {@code /actuator}, sent as they are: no client of HTTP mends them. */
final class HostilePaths {
    private static final List<String> SPELLINGS = List.of(
            "/actuator;x/TARGET",
            "/actuator/;x/TARGET",
            "/;x/actuator/TARGET",
            "/actuator/TARGET;x",
            "/%61ctuator/TARGET",
            "/actuator%2FTARGET",
            "/actuator%5CTARGET",
            "/actuator\\TARGET",
            "//actuator/TARGET",
            "/actuator//TARGET",
            "/./actuator/TARGET",
            "/actuator/./TARGET",
            "/actuator/%2e/TARGET",
            "/actuator/.;/TARGET",
            "/api/../actuator/TARGET",
            "/api/..;/actuator/TARGET",
            "/api/..;x=1/actuator/TARGET",
            "/api/%2e%2e/actuator/TARGET",
            "/api/%2e%2e;/actuator/TARGET",
            "/api/tasks/..%2F..%2F../actuator/TARGET",
            "/login.css/../actuator/TARGET",
            "/login.css/..;/actuator/TARGET",
            "/actuator/health/liveness/../../TARGET",
            "/actuator/health/liveness/..;/..;/TARGET",
            "/actuator/health/liveness;/../../TARGET",
            "/actuator/health/liveness/%2e%2e/%2e%2e/TARGET",
            "/actuator/health/liveness/%252e%252e/%252e%252e/TARGET",
            "/actuator/health/liveness%2F..%2F..%2FTARGET",
            "/actuator/health/liveness\\..\\..\\TARGET",
            "/actuator/health/../TARGET",
            "/actuator/health/..;/TARGET",
            "/api/..;/actuator/health/..;/TARGET",
            "/ACTUATOR/TARGET",
            "/actuator/TARGET%00",
            "http://127.0.0.1/actuator/health/..;/TARGET");

    private HostilePaths() {}

    /** Whoever is too low for it gets nothing, and a mere link calls nothing, not for an admin either. */
    static void leadNowhere(int port) {
        List<String> wrong = new ArrayList<>();
        for (String path : to("prometheus")) {
            check(port, path, null, null, wrong);
        }
        for (String target : List.of("jolokia/version", "hawtio/jolokia/version", "hawtio/index.html")) {
            for (String path : to(target)) {
                check(port, path, null, null, wrong);
                check(port, path, WholeProduct.VIEWER, WholeProduct.VIEWER, wrong);
                check(port, path, WholeProduct.OPERATOR, WholeProduct.OPERATOR, wrong);
            }
        }
        for (String path : to("jolokia/read/io.landfall:type=Compensation/Rate")) {
            check(port, path, "admin", ReadingApp.PASSWORD, wrong);
        }
        for (String path : to("hawtio/jolokia/read/io.landfall:type=Compensation/Rate")) {
            check(port, path, "admin", ReadingApp.PASSWORD, wrong);
        }
        assertThat(wrong).isEmpty();
    }

    private static void check(
            int port, String path, @Nullable String user, @Nullable String password, List<String> wrong) {
        String answer = get(port, path, user, password);
        if (status(answer) < 400 || status(answer) > 499) {
            wrong.add(path + " as " + user + ": " + answer.lines().findFirst().orElse(""));
        }
    }

    /** @param target what comes behind {@code /actuator/} */
    private static List<String> to(String target) {
        return SPELLINGS.stream()
                .map(spelling -> spelling.replace("TARGET", target))
                .toList();
    }

    /** The whole answer to a GET, from its status line on. */
    private static String get(int port, String path, @Nullable String user, @Nullable String password) {
        String login = user == null
                ? ""
                : "Authorization: Basic "
                        + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8))
                        + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n" + login
                                    + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }
}
