package io.landfall.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = ReadingApp.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class ApiDocumentIT {
    /** A row of README's table of paths: its paths, then its filters. */
    private static final Pattern README_ROW =
            Pattern.compile("^\\| (`/api/[^|]*`) \\| ([^|]*) \\|$", Pattern.MULTILINE);

    private static final Pattern WORD = Pattern.compile("`([^`]+)`");

    @LocalServerPort
    private int port;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("api_document_it", registry);
    }

    @Test
    void every_url_of_the_api_is_in_it_with_a_summary_and_described_parameters() {
        JsonNode document = document();
        Set<String> missing = new TreeSet<>();
        int seen = 0;
        for (String operation : operations()) {
            JsonNode found = operation(document, operation);
            seen++;
            if (found.path("summary").asText().isBlank()) {
                missing.add(operation);
            }
            for (JsonNode parameter : found.path("parameters")) {
                if (parameter.path("description").asText().isBlank()) {
                    missing.add(operation + " " + parameter.path("name").asText());
                }
            }
            for (String name : bodyFields(found)) {
                if (body(found).path(name).path("description").asText().isBlank()) {
                    missing.add(operation + " body " + name);
                }
            }
        }
        assertThat(missing).as("say what they are in api-words.yml").isEmpty();
        assertThat(seen).isGreaterThan(40);
    }

    @Test
    void nothing_else_is_in_it() {
        Set<String> told = new TreeSet<>();
        document().path("paths").properties().forEach(path -> path.getValue()
                .fieldNames()
                .forEachRemaining(method -> told.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        assertThat(told).isEqualTo(operations());
    }

    @Test
    void bodies_have_the_fields_that_the_server_says_it_takes() {
        JsonNode document = document();
        for (String operation : operations()) {
            if (operation.startsWith("GET ")) {
                continue;
            }
            String path = operation.substring(operation.indexOf(' ') + 1).replace("{id}", "0");
            // who gives up must say why, before anything else is read
            String why = path.startsWith("/api/failures") ? "reason" : "why";
            String body = path.endsWith("/abandon") ? "{\"nonsense\":1,\"" + why + "\":\"r\"}" : "{\"nonsense\":1}";
            Asked asked = operation.startsWith("PATCH ") ? Asked.patch(port, path, body) : Asked.post(port, path, body);
            if (asked.status() != 400) {
                // asks for no body, or only for a thing that is there
                assertThat(bodyFields(operation(document, operation)))
                        .as(operation)
                        .isEmpty();
                continue;
            }
            assertThat(bodyFields(operation(document, operation)))
                    .as(operation + " " + asked.body())
                    .containsExactlyInAnyOrderElementsOf(
                            taken(asked.json().path("detail").asText()));
        }
    }

    /** "... here; there are a, b." or "... there are a, b and c." */
    private static List<String> taken(String detail) {
        int at = detail.indexOf("there are ");
        return at < 0
                ? List.of()
                : List.of(detail.substring(at + "there are ".length())
                        .replaceFirst("\\.$", "")
                        .split(", | and ", -1));
    }

    @Test
    void what_readme_says_of_filters_is_in_it() throws IOException {
        JsonNode document = document();
        Matcher row = README_ROW.matcher(Files.readString(Path.of("README.md")));
        int filters = 0;
        while (row.find()) {
            List<String> names = new ArrayList<>();
            for (String path : words(row.group(1))) {
                JsonNode get = document.path("paths")
                        .path(path.replaceFirst("\\?.*", ""))
                        .path("get");
                assertThat(get.isObject()).as(path).isTrue();
                names.addAll(get.path("parameters").findValuesAsText("name"));
            }
            for (String name : words(row.group(2).split(":", 2)[0])) {
                if (!name.matches("[a-zA-Z]+")) {
                    continue;
                }
                assertThat(names).as("README's filters of " + row.group(1)).contains(name);
                filters++;
            }
        }
        assertThat(filters).isGreaterThan(15);
    }

    @Test
    void errors_are_problems_and_a_login_is_wanted() {
        assertThat(Asked.anonymously(port, "/v3/api-docs").status()).isEqualTo(401);
        JsonNode get = operation(document(), "GET /api/failures/{id}");
        assertThat(get.at("/responses/404/content/application~1problem+json/schema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Problem");
        assertThat(document()
                        .at("/components/schemas/Problem/properties/detail")
                        .isObject())
                .isTrue();
        assertThat(document().at("/info/title").asText()).isEqualTo("Landfall");
        assertThat(operation(document(), "POST /api/audit").path("responses").has("202"))
                .isTrue();
    }

    private Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        mappings.getHandlerMethods().keySet().forEach(info -> {
            for (String path : info.getPatternValues()) {
                for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                    if (path.startsWith("/api")) {
                        operations.add(method + " " + path);
                    }
                }
            }
        });
        return operations;
    }

    private JsonNode document() {
        Asked asked = Asked.get(port, "/v3/api-docs");
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        return asked.json();
    }

    private static JsonNode operation(JsonNode document, String operation) {
        String[] parts = operation.split(" ", 2);
        return document.path("paths").path(parts[1]).path(parts[0].toLowerCase(Locale.ROOT));
    }

    private static JsonNode body(JsonNode operation) {
        return operation.at("/requestBody/content/application~1json/schema/properties");
    }

    private static List<String> bodyFields(JsonNode operation) {
        List<String> names = new ArrayList<>();
        body(operation).fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> words(String cell) {
        return WORD.matcher(cell).results().map(one -> one.group(1)).toList();
    }
}
