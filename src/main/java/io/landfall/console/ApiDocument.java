package io.landfall.console;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.fasterxml.jackson.annotation.JsonRawValue;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;

/** {@code /v3/api-docs}: the API as the code has it, in the words of {@link ApiWords}. */
@Configuration(proxyBeanMethods = false)
class ApiDocument {
    private static final String LOGIN = "login";
    private static final String PROBLEM = "Problem";
    private static final String PROBLEM_JSON = org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE;

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Landfall")
                        .version("1")
                        .description(
                                "Where every task is and what happened to those that are stuck. Lists are {items, next};"
                                        + " errors are " + PROBLEM_JSON
                                        + "; a parameter or field that is not known is refused."))
                .addSecurityItem(new SecurityRequirement().addList(LOGIN))
                .components(new Components()
                        .addSecuritySchemes(
                                LOGIN,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("basic")));
    }

    @Bean
    OpenApiCustomizer inWords() {
        ApiWords words = ApiWords.read();
        return document -> {
            document.getPaths().forEach((path, item) -> item.readOperationsMap()
                    .forEach((method, operation) -> describe(operation, method, path, words)));
            document.getComponents().addSchemas(PROBLEM, problem());
            // bodies are described by their fields
            document.getComponents().getSchemas().remove("JsonNode");
        };
    }

    private static Schema<?> problem() {
        return new ObjectSchema()
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema())
                .addProperty("detail", new StringSchema().description("What is wrong, for people"))
                .addProperty("instance", new StringSchema());
    }

    /** What is raw is JSON of any kind, not a text. */
    @Bean
    PropertyCustomizer rawJson() {
        return (property, type) -> type.getCtxAnnotations() != null
                        && Arrays.stream(type.getCtxAnnotations()).anyMatch(JsonRawValue.class::isInstance)
                ? new Schema<>().description("JSON of any kind")
                : property;
    }

    private static void describe(Operation operation, HttpMethod method, String path, ApiWords words) {
        String name = method + " " + path;
        operation.setSummary(words.summary(name));
        operation.setTags(List.of(path.split("/", -1).length > 2 ? path.split("/", -1)[2] : "api"));
        operation.setOperationId(id(method, path));
        if (operation.getParameters() != null) {
            operation
                    .getParameters()
                    .forEach(parameter -> parameter.setDescription(
                            words.field(name, parameter.getName()).text()));
        }
        if (method != HttpMethod.GET) {
            operation.setRequestBody(body(name, words));
        }
        answers(operation.getResponses(), method, path, words.status(name));
    }

    /** Such as {@code postFailuresByIdRetry}. */
    private static String id(HttpMethod method, String path) {
        return method.name().toLowerCase(Locale.ROOT)
                + Arrays.stream(path.replace("/api", "").replace("{", "by-").split("[^a-zA-Z]+", -1))
                        .filter(word -> !word.isEmpty())
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining());
    }

    private static RequestBody body(String operation, ApiWords words) {
        Schema<?> form = new ObjectSchema();
        form.setAdditionalProperties(words.isOpen(operation));
        for (String name : words.body(operation)) {
            ApiWords.Word word = words.field(operation, name);
            Schema<?> field = word.type().equals("array")
                    ? new ArraySchema().items(new StringSchema())
                    : new Schema<>().type(word.type());
            form.addProperty(name, field.description(word.text()));
        }
        return new RequestBody()
                .content(new Content()
                        .addMediaType(
                                org.springframework.http.MediaType.APPLICATION_JSON_VALUE,
                                new MediaType().schema(form)));
    }

    private static void answers(ApiResponses answers, HttpMethod method, String path, int well) {
        ApiResponse good = answers.remove("200");
        if (good != null) {
            answers.addApiResponse(String.valueOf(well), good.description(well == 202 ? "Begun" : "Well"));
        }
        boolean unsafe = method != HttpMethod.GET;
        Map<String, String> problems = new TreeMap<>(Map.of(
                "400", "A parameter or field can't be meant",
                "401", "No login",
                "503", "The ledger is away"));
        if (unsafe) {
            problems.put("403", "The login may not do that");
            problems.put("409", "Things do not stand so, and nothing was changed");
        }
        if (path.contains("{") || path.equals("/api/task")) {
            problems.put("404", "There is none");
        }
        problems.forEach((status, text) -> answers.addApiResponse(
                status,
                new ApiResponse()
                        .description(text)
                        .content(new Content()
                                .addMediaType(
                                        PROBLEM_JSON,
                                        new MediaType()
                                                .schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM))))));
    }
}
