package io.landfall.stack;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the small main classes that start a server inside its own JVM. They are resources, not classes of ours: a server's jars
 * are never on our class path.
 */
final class Launcher {
    private Launcher() {}

    /** Compiles a resource against all jars of that folder; the classes go to {@code classes}. */
    static void compile(String resource, Path lib, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new StackException(
                    "The local stack needs a JDK, but " + System.getProperty("java.home") + " has no compiler");
        }
        Path source = classes.resolve(Path.of(resource).getFileName());
        Home.put(resource, source);
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", jars(lib));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new StackException(resource + " does not compile: " + said);
            }
        }
    }

    private static String jars(Path lib) {
        try (Stream<Path> files = Files.list(lib)) {
            return files.map(Path::toString).collect(Collectors.joining(System.getProperty("path.separator")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
