package io.landfall.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The instructions of the Dockerfile, stage by stage, with {@code VERSION} put in.
 *
 * @param version default of the argument
 */
record Dockerfile(String version, Map<String, List<Instruction>> stages) {
    private static final Pattern ENV = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|(\\S+))");

    /**
     * @param name such as {@code COPY}
     * @param text the rest of its line
     */
    record Instruction(String name, String text) {
        /** Of {@code COPY}, options first. */
        List<String> words() {
            return List.of(text.split("\\s+"));
        }

        /** Of the exec form, which is a JSON array; anything else fails. */
        List<String> exec() {
            try {
                return List.of(new ObjectMapper().readValue(text.substring(text.indexOf('[')), String[].class));
            } catch (JsonProcessingException | StringIndexOutOfBoundsException e) {
                throw new AssertionError(name + " is not in exec form: " + text, e);
            }
        }
    }

    static Dockerfile read() {
        String text;
        try {
            text = Files.readString(Path.of("Dockerfile"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = text.lines()
                .filter(line -> line.startsWith("ARG VERSION="))
                .map(line -> line.substring("ARG VERSION=".length()))
                .findFirst()
                .orElseThrow();
        Map<String, List<Instruction>> stages = new LinkedHashMap<>();
        List<Instruction> stage = new ArrayList<>();
        for (Instruction instruction : instructions(text.replace("${VERSION}", version))) {
            if (instruction.name().equals("FROM")) {
                stage = new ArrayList<>();
                stages.put(instruction.words().get(2), stage);
            }
            stage.add(instruction);
        }
        return new Dockerfile(version, stages);
    }

    private static Stream<Instruction> instructionStream(String text) {
        return text.replaceAll("(?m)^\\s*#.*\n", "")
                .replaceAll("\\\\\n\\s*", "")
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.split("\\s+", 2))
                .map(parts -> new Instruction(parts[0], parts[1]));
    }

    private static List<Instruction> instructions(String text) {
        return instructionStream(text).toList();
    }

    /** Instructions of that name, those of the stages it is made from first. */
    List<Instruction> all(String stage, String name) {
        List<Instruction> found = new ArrayList<>();
        for (Instruction instruction : stages.get(stage)) {
            if (instruction.name().equals("FROM")
                    && stages.containsKey(instruction.words().get(0))) {
                found.addAll(all(instruction.words().get(0), name));
            } else if (instruction.name().equals(name)) {
                found.add(instruction);
            }
        }
        return found;
    }

    /** The one that counts: the last. */
    Instruction last(String stage, String name) {
        List<Instruction> all = all(stage, name);
        if (all.isEmpty()) {
            throw new AssertionError("stage " + stage + " has no " + name);
        }
        return all.get(all.size() - 1);
    }

    Map<String, String> environment(String stage) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (Instruction env : all(stage, "ENV")) {
            Matcher variable = ENV.matcher(env.text());
            while (variable.find()) {
                variables.put(variable.group(1), variable.group(2) == null ? variable.group(3) : variable.group(2));
            }
        }
        return variables;
    }

    /** What images the stages begin with, bar each other. */
    List<String> bases() {
        return stages.values().stream()
                .map(stage -> stage.get(0).words().get(0))
                .filter(base -> !stages.containsKey(base))
                .toList();
    }
}
