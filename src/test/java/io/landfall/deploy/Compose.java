package io.landfall.deploy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/** docker-compose.yml. */
record Compose(JsonNode file) {
    /** {@code ${NAME:?what to do}}: the one form of a variable that may not be empty. */
    static final Pattern REQUIRED = Pattern.compile("\\$\\{(\\w+):\\?[^}]*}");

    static Compose read() {
        return new Compose(YamlFile.read(Path.of("docker-compose.yml")));
    }

    Map<String, JsonNode> services() {
        Map<String, JsonNode> services = new LinkedHashMap<>();
        file.path("services").properties().forEach(entry -> services.put(entry.getKey(), entry.getValue()));
        return services;
    }

    JsonNode service(String name) {
        JsonNode service = file.path("services").path(name);
        if (service.isMissingNode()) {
            throw new AssertionError("no service " + name);
        }
        return service;
    }

    Map<String, String> environment(String service) {
        Map<String, String> variables = new TreeMap<>();
        service(service)
                .path("environment")
                .properties()
                .forEach(entry -> variables.put(entry.getKey(), entry.getValue().asText()));
        return variables;
    }

    /** Where that file of the repository is in the container; empty: it is not mounted. */
    Map<String, String> mounts(String service) {
        Map<String, String> mounts = new LinkedHashMap<>();
        for (JsonNode volume : service(service).path("volumes")) {
            String[] parts = volume.asText().split(":", -1);
            if (parts[0].startsWith("./")) {
                mounts.put(parts[0].substring(2), parts[1]);
            }
        }
        return mounts;
    }

    /** Variables that whoever starts it must give. */
    Set<String> required() {
        Set<String> names = new TreeSet<>();
        Matcher variable = REQUIRED.matcher(file.toString());
        while (variable.find()) {
            names.add(variable.group(1));
        }
        return names;
    }
}
