package io.landfall.fault;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

/**
 * The jar of this build, laid out and with its classes archived as the image has it: each of the tests' many starts has a quarter less to
 * do. Only where {@code -Dlandfall.product.archive=true} says so, for making it takes as long as two starts.
 */
final class LaidOut {
    private static final String WANTED = "landfall.product.archive";
    private static final Path TARGET = Path.of("target");

    private static @Nullable LaidOut found;

    private final Path jar;
    private final Path archive;

    private LaidOut(Path folder, String name) {
        this.jar = folder.resolve(name);
        this.archive = folder.resolve("classes.jsa");
    }

    /** Null: the product is to be run from the classes. */
    static synchronized @Nullable LaidOut ofThisBuild() {
        if (found == null && Boolean.getBoolean(WANTED)) {
            try {
                found = make();
            } catch (IOException e) {
                throw new UncheckedIOException("can't lay out the product", e);
            }
        }
        return found;
    }

    private static LaidOut make() throws IOException {
        Path built = jarOfThisBuild();
        Path folders = Files.createDirectories(TARGET.resolve("product"));
        LaidOut product = new LaidOut(
                // its time is always the same, for builds are reproducible
                folders.resolve(checksum(built)), built.getFileName().toString());
        // the other half of the tests runs in a process of its own
        try (FileChannel channel =
                        FileChannel.open(folders.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!Files.exists(product.archive) && lock.isValid()) {
                product.fill(built);
            }
        }
        return product;
    }

    private static String checksum(Path file) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        return Long.toHexString(sum.getValue());
    }

    private static Path jarOfThisBuild() throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(TARGET, "landfall-*.jar")) {
            for (Path jar : jars) {
                if (!jar.toString().endsWith("-simulator.jar")) {
                    return jar;
                }
            }
        }
        throw new IOException("no target/landfall-*.jar: ./mvnw package makes it");
    }

    private void fill(Path built) throws IOException {
        String folder = String.valueOf(jar.getParent());
        run("-Djarmode=tools", "-jar", built.toString(), "extract", "--force", "--destination", folder);
        // as ops/image/archive does it; it ends badly, for want of a ledger
        run(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ArchiveClassesAtExit=" + archive,
                "-cp",
                classPath(Stream.empty()),
                io.landfall.Landfall.class.getName(),
                "--spring.flyway.enabled=false",
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none",
                "--spring.datasource.password=none");
        if (!Files.exists(archive)) {
            throw new IOException("no archive was made, see " + folder + "/made.log");
        }
    }

    private void run(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Product.JAVA));
        command.addAll(List.of(options));
        Path log = Files.createDirectories(jar.toAbsolutePath().getParent()).resolve("made.log");
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The JVM's option. */
    String option() {
        return "-XX:SharedArchiveFile=" + archive;
    }

    /** The product's own part, which must come first and in the order in which it was archived, then those entries. */
    String classPath(Stream<String> more) throws IOException {
        List<String> entries = new ArrayList<>(List.of(jar.toString()));
        try (JarFile file = new JarFile(jar.toFile())) {
            String libraries = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (String library : libraries.split(" ", -1)) {
                entries.add(jar.resolveSibling(library).toString());
            }
        }
        return Stream.concat(entries.stream(), more).collect(Collectors.joining(File.pathSeparator));
    }
}
