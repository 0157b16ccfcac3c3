package io.landfall.deploy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

import org.eclipse.aether.util.version.GenericVersionScheme;
import org.eclipse.aether.version.Version;
import org.eclipse.aether.version.VersionScheme;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.Landfall;

import static org.assertj.core.api.Assertions.assertThat;

/** What the product is made of, as its bill of materials tells: whether we may ship it, and whether it is known to be vulnerable. */
class BillOfMaterialsTest {
    /** One of these must be among a library's licences, which are for the user to choose from. */
    private static final Set<String> ALLOWED = Set.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "Bouncy Castle Licence",
            "CC0-1.0",
            "EPL-2.0",
            "MIT",
            "Public Domain");

    @Test
    void each_library_has_a_licence_that_lets_it_be_shipped() throws Exception {
        Map<String, List<String>> others = new TreeMap<>();
        for (JsonNode library : libraries()) {
            List<String> licences = licences(library);
            if (licences.stream().noneMatch(ALLOWED::contains)) {
                others.put(name(library), licences);
            }
        }
        assertThat(others).as("libraries without a licence that is allowed").isEmpty();
    }

    @Test
    void each_allowed_licence_is_one_that_a_library_has() throws Exception {
        Set<String> found = new TreeSet<>();
        libraries().forEach(library -> found.addAll(licences(library)));
        assertThat(found).containsAll(ALLOWED);
    }

    @Test
    void no_library_is_older_than_the_version_that_mended_a_known_vulnerability() throws Exception {
        VersionScheme scheme = new GenericVersionScheme();
        Map<String, Version> versions = new TreeMap<>();
        for (JsonNode library : libraries()) {
            versions.put(
                    name(library), scheme.parseVersion(library.path("version").asText()));
        }
        List<String> vulnerable = new ArrayList<>();
        for (String line : floors()) {
            String[] floor = line.split("\\s+", 3);
            Version version = versions.get(floor[0]);
            assertThat(version)
                    .as(floor[0] + " is listed, and no library of ours")
                    .isNotNull();
            if (version.compareTo(scheme.parseVersion(floor[1])) < 0) {
                vulnerable.add(floor[0] + " " + version + ": " + floor[2] + ", mended in " + floor[1]);
            }
        }
        assertThat(vulnerable).isEmpty();
    }

    private static List<String> floors() throws IOException, URISyntaxException {
        return Files.readAllLines(Path.of(
                        BillOfMaterialsTest.class.getResource("mended.txt").toURI()))
                .stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private static String name(JsonNode library) {
        return library.path("group").asText() + ":" + library.path("name").asText();
    }

    private static List<String> licences(JsonNode library) {
        return StreamSupport.stream(library.path("licenses").spliterator(), false)
                .map(choice -> choice.path("license"))
                .map(licence -> licence.path("id").asText(licence.path("name").asText()))
                .toList();
    }

    /** Without those that only tests need. */
    private static List<JsonNode> libraries() throws IOException, URISyntaxException {
        Path classes = Path.of(Landfall.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path bill = classes.resolve("META-INF/sbom/application.cdx.json");
        assertThat(bill).as("written by the build: ./mvnw generate-resources").isRegularFile();
        List<JsonNode> libraries = new ArrayList<>();
        new ObjectMapper().readTree(bill.toFile()).path("components").forEach(libraries::add);
        assertThat(libraries).hasSizeGreaterThan(100);
        return libraries;
    }
}
