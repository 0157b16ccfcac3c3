package io.landfall.land;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the folder of routes, into which files may be dropped. */
final class DroppedRoutes {
    private static final Path FOLDER =
            Path.of("target", "land", "routes-" + ProcessHandle.current().pid()).toAbsolutePath();

    private DroppedRoutes() {}

    /** The folder, with the product's own routes and nothing else. */
    static Path fresh() {
        try (Stream<Path> product = Files.list(Path.of("routes"))) {
            Files.createDirectories(FOLDER);
            for (Path old : files(FOLDER)) {
                Files.delete(old);
            }
            for (Path route : product.toList()) {
                Files.copy(route, FOLDER.resolve(route.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            return FOLDER;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    static void drop(String name, String text) {
        try {
            Files.writeString(FOLDER.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
