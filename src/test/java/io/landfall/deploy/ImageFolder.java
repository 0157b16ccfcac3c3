package io.landfall.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

import io.landfall.deploy.Dockerfile.Instruction;

/**
 * The files that the Dockerfile would put into a stage's image, below a folder instead of {@code /} and without those of the base
 * image: WORKDIR, COPY and RUN are carried out as they stand there. Nothing in it can be changed afterwards.
 */
record ImageFolder(Path root, String workFolder) {
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    static ImageFolder make(Dockerfile dockerfile, String stage, Path root) throws Exception {
        remove(root);
        Path layers = root.resolveSibling(root.getFileName() + "-layers");
        remove(layers);
        carryOut(dockerfile, "layers", layers, Map.of());
        ImageFolder folder = carryOut(dockerfile, stage, root, Map.of("layers", layers));
        setWritable(root, "a-w");
        return folder;
    }

    private static ImageFolder carryOut(Dockerfile dockerfile, String stage, Path root, Map<String, Path> stages)
            throws Exception {
        String folder = dockerfile.last(stage, "WORKDIR").text();
        Path work = Files.createDirectories(root.resolve(folder.substring(1)));
        for (Instruction copy : dockerfile.all(stage, "COPY")) {
            List<String> words = new ArrayList<>(copy.words());
            Path from = Path.of("");
            if (words.get(0).startsWith("--from=")) {
                from = stages.get(words.remove(0).substring("--from=".length()));
            }
            copy(from.resolve(words.get(0).replaceFirst("^/", "")), work, words.get(1));
        }
        for (Instruction run : dockerfile.all(stage, "RUN")) {
            run(run.words(), work, dockerfile.environment(stage));
        }
        return new ImageFolder(root, folder);
    }

    /** As COPY does: of a folder its content, and a file into a folder or to another name. */
    private static void copy(Path source, Path work, String to) throws IOException {
        Path target = work.resolve(to).normalize();
        if (Files.isDirectory(source)) {
            FileSystemUtils.copyRecursively(source, target);
        } else {
            Files.copy(source, to.endsWith("/") ? target.resolve(source.getFileName()) : target);
        }
    }

    private static void run(List<String> words, Path folder, Map<String, String> environment) throws Exception {
        ProcessBuilder program = new ProcessBuilder(words.stream()
                        .map(word -> word.equals("java") ? JAVA : word)
                        .toList())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        program.environment().putAll(environment);
        program.environment()
                .compute(
                        "PATH",
                        (name, path) -> Path.of(JAVA).getParent() + System.getProperty("path.separator") + path);
        Process process = program.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(words + " says: " + said);
        }
    }

    /** Where the process of the image begins. */
    Path work() {
        return root.resolve(workFolder.substring(1));
    }

    /** Each file with its length and when it was written. */
    Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.toList()) {
                files.put(root.relativize(file).toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return files;
    }

    static void remove(Path root) throws Exception {
        if (Files.exists(root)) {
            setWritable(root, "u+w");
            FileSystemUtils.deleteRecursively(root);
        }
    }

    private static void setWritable(Path root, String mode) throws Exception {
        run(List.of("chmod", "-R", mode, root.toString()), root, Map.of());
    }
}
