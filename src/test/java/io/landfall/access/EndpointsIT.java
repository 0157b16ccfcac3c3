package io.landfall.access;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import jakarta.servlet.ServletContext;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every address that the running product answers at, and who may go there. An address that is mapped and not in the table
 * fails the test: whoever adds one says for whom it is.
 */
class EndpointsIT {
    /** Method, pattern, and the least role; {@code *}: a mapping of any method. What changes something needs an operator at least. */
    private static final String TABLE =
            """
            *      / viewer
            *      /** viewer
            GET    /actuator admin
            GET    /actuator/hawtio admin
            *      /actuator/hawtio/ admin
            *      /actuator/hawtio/** admin
            *      /actuator/hawtio/auth/config/** admin
            *      /actuator/hawtio/auth/login admin
            *      /actuator/hawtio/auth/logout admin
            *      /actuator/hawtio/jolokia/** admin
            *      /actuator/hawtio/keycloak/** admin
            GET    /actuator/hawtio/plugin admin
            *      /actuator/hawtio/proxy/** admin
            *      /actuator/hawtio/user/** admin
            GET    /actuator/health viewer
            GET    /actuator/health/** viewer
            GET    /actuator/info viewer
            GET    /actuator/jolokia admin
            *      /actuator/jolokia/** admin
            GET    /actuator/prometheus viewer
            GET    /api viewer
            GET    /api/alarms viewer
            GET    /api/audit viewer
            POST   /api/audit operator
            POST   /api/audit/stop operator
            GET    /api/audit/{id}/findings viewer
            GET    /api/books viewer
            GET    /api/compensation viewer
            PATCH  /api/compensation operator
            POST   /api/compensation/dry-run operator
            POST   /api/compensation/pause operator
            POST   /api/compensation/resume operator
            POST   /api/compensation/run operator
            GET    /api/compensation/runs viewer
            POST   /api/compensation/stop operator
            GET    /api/dead-letters viewer
            POST   /api/dead-letters/abandon operator
            POST   /api/dead-letters/replay operator
            GET    /api/dead-letters/{id} viewer
            GET    /api/dead-letters/{id}/raw operator
            POST   /api/dead-letters/{id}/abandon operator
            POST   /api/dead-letters/{id}/replay operator
            GET    /api/failures viewer
            POST   /api/failures/abandon operator
            POST   /api/failures/retry operator
            GET    /api/failures/{id} viewer
            POST   /api/failures/{id}/abandon operator
            POST   /api/failures/{id}/retry operator
            POST   /api/hooks/alertmanager token
            GET    /api/inspection viewer
            PATCH  /api/inspection operator
            POST   /api/inspection/dry-run operator
            POST   /api/inspection/pause operator
            POST   /api/inspection/resume operator
            POST   /api/inspection/run operator
            GET    /api/inspection/runs viewer
            POST   /api/inspection/stop operator
            GET    /api/me viewer
            GET    /api/operator-actions viewer
            GET    /api/outbox viewer
            POST   /api/outbox/release operator
            POST   /api/outbox/{id}/release operator
            GET    /api/overview viewer
            GET    /api/rebuild viewer
            POST   /api/rebuild operator
            GET    /api/rebuild/{id} viewer
            POST   /api/rebuild/{id}/stop operator
            GET    /api/routes viewer
            POST   /api/routes/{id}/start operator
            GET    /api/task viewer
            GET    /api/tasks viewer
            GET    /api/tasks/{id} viewer
            GET    /api/transactions viewer
            GET    /api/transactions/timeouts viewer
            GET    /api/view viewer
            *      /error viewer
            GET    /login anyone
            GET    /login.json anyone
            GET    /v3/api-docs viewer
            GET    /v3/api-docs.yaml viewer
            *      /webjars/** viewer
            """;

    /** What filters answer, before any mapping is asked. */
    private static final String FILTERS =
            """
            GET  /logout                        viewer
            GET  /oauth2/authorization/company  viewer
            GET  /login/oauth2/code/company     viewer
            """;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static WholeProduct product;

    @BeforeAll
    static void start() {
        product = new WholeProduct("endpoints", Map.of());
    }

    @AfterAll
    static void stop() {
        product.close();
    }

    @Test
    void every_address_is_in_the_table() {
        assertThat(mapped()).containsExactlyInAnyOrderElementsOf(rows(TABLE).keySet());
    }

    @Test
    void everybody_gets_as_far_as_the_table_says() {
        List<String> wrong = new ArrayList<>();
        rows(TABLE + FILTERS).forEach((address, least) -> {
            String method = address.substring(0, address.indexOf(' '));
            String path = address.substring(address.indexOf(' ') + 1)
                    .replaceAll("\\{\\*?[^}]+}", "1")
                    .replace("jolokia/**", "jolokia/version")
                    .replace("/**", "/x");
            for (String one : method.equals("*") ? List.of("GET", "POST") : List.of(method)) {
                String needed = one.equals("POST") && least.equals("viewer") ? "operator" : least;
                check(one, path, needed, wrong);
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static void check(String method, String path, String least, List<String> wrong) {
        List<String> roles = List.of("anyone", "viewer", "operator", "admin");
        for (String role : roles) {
            int status = call(method, path, role);
            if (least.equals("token")) {
                // no login helps there
                if (status != 401) {
                    wrong.add(method + " " + path + " as " + role + ": " + status);
                }
                continue;
            }
            boolean in = roles.indexOf(role) >= roles.indexOf(least);
            // Hawtio's own login refuses whom it can't make out; whoever gets there is logged in already
            if (in && (method + " " + path).equals("POST /actuator/hawtio/auth/login")) {
                continue;
            }
            boolean right = in ? status != 401 && status != 403 : status == (role.equals("anyone") ? 401 : 403);
            if (!right) {
                wrong.add(method + " " + path + " as " + role + ": " + status);
            }
        }
    }

    @Test
    void no_file_of_the_console_is_there_without_a_login_but_those_of_the_login() throws IOException {
        Resource[] files = new PathMatchingResourcePatternResolver().getResources("classpath*:/static/**");
        Set<String> open = Set.of("/login.html", "/login.css", "/login.js", "/icon.svg");
        List<String> seen = new ArrayList<>();
        for (Resource file : files) {
            if (file.isReadable()) {
                String path = file.getURL().getPath().replaceFirst(".*/static/", "/");
                seen.add(path);
                assertThat(call("GET", path, "anyone")).as(path).isEqualTo(open.contains(path) ? 200 : 401);
                assertThat(call("GET", path, "viewer")).as(path).isEqualTo(200);
            }
        }
        assertThat(seen).contains("/login.js", "/icon.svg");
    }

    /** A body that every endpoint refuses, so that nothing is done by whoever gets through. */
    private static int call(String method, String path, String role) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + product.port() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        method.equals("GET")
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString("{\"no such field\":1}"));
        if (!role.equals("anyone")) {
            String password = role.equals("admin") ? ReadingApp.PASSWORD : role;
            request.header(
                    "Authorization",
                    "Basic "
                            + Base64.getEncoder()
                                    .encodeToString((role + ":" + password).getBytes(StandardCharsets.UTF_8)));
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> mapped() {
        ApplicationContext context = product.context();
        Set<String> addresses = new TreeSet<>();
        context.getBeansOfType(HandlerMapping.class).values().forEach(mapping -> {
            if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
                methods.getHandlerMethods().keySet().forEach(info -> addresses.addAll(addresses(info)));
            } else if (mapping instanceof AbstractUrlHandlerMapping urls) {
                urls.getHandlerMap().keySet().forEach(pattern -> addresses.add("* " + pattern));
                if (urls.getRootHandler() != null) {
                    addresses.add("* /");
                }
            }
        });
        ServletContext servlets = ((WebApplicationContext) context).getServletContext();
        servlets.getServletRegistrations().values().stream()
                .flatMap(servlet -> servlet.getMappings().stream())
                .filter(pattern -> !pattern.equals("/"))
                .forEach(pattern -> addresses.add("* " + pattern.replaceFirst("/\\*$", "/**")));
        return addresses;
    }

    private static List<String> addresses(RequestMappingInfo info) {
        Stream<String> methods = info.getMethodsCondition().isEmpty()
                ? Stream.of("*")
                : info.getMethodsCondition().getMethods().stream().map(Enum::name);
        return methods.flatMap(method -> info.getPatternValues().stream().map(pattern -> method + " " + pattern))
                .toList();
    }

    private static Map<String, String> rows(String table) {
        Map<String, String> rows = new TreeMap<>();
        table.lines().forEach(line -> {
            String[] cells = line.trim().split(" +", -1);
            rows.put(cells[0] + " " + cells[1], cells[2]);
        });
        return rows;
    }
}
