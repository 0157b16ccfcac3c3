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

    /** Another one, for routes that are changed. */
    static final Path OTHER = FOLDER.resolveSibling(FOLDER.getFileName() + "-changed");

    private DroppedRoutes() {}

    /** The folder, with the product's own routes and nothing else. */
    static Path fresh() {
        return fresh(FOLDER);
    }

    /** The same of that one. */
    static Path fresh(Path folder) {
        try (Stream<Path> product = Files.list(Path.of("routes"))) {
            Files.createDirectories(folder);
            for (Path old : files(folder)) {
                Files.delete(old);
            }
            for (Path route : product.toList()) {
                Files.copy(route, folder.resolve(route.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            return folder;
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
        drop(FOLDER, name, text);
    }

    static void drop(Path folder, String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
