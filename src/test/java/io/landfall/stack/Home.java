package io.landfall.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.zip.CRC32;

import org.eclipse.aether.artifact.Artifact;

/** The folder a server runs from: made once from Maven artifacts and our own launcher, then only read, by any number of stacks. */
final class Home {
    private static final Path HOMES = StackOptions.TARGET.resolve("stack").resolve("home");

    /** Fills an empty folder with what the server needs. */
    interface Filling {
        void into(Path folder) throws IOException;
    }

    private Home() {}

    /**
     * The home of that name, filled if it is not there yet.
     *
     * @param resources our own resources that go into it: when one changes, so does the folder
     */
    static synchronized Path of(String name, Filling filling, String... resources) {
        try {
            return make(name, filling, resources);
        } catch (IOException e) {
            throw new StackException("Can't lay out the home of " + name + " in " + HOMES + ": " + e, e);
        }
    }

    private static Path make(String name, Filling filling, String... resources) throws IOException {
        Path home = HOMES.resolve(name + "-" + fingerprint(resources));
        if (Files.isDirectory(home)) {
            return home;
        }
        Files.createDirectories(HOMES);
        Path draft = Files.createTempDirectory(HOMES, "draft-");
        // temporary folders are closed to others, but PostgreSQL may have to run as another user
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
        try {
            filling.into(draft);
            Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(home)) {
                throw e;
            }
            // another process was faster: its home is as good as ours
        } finally {
            Folders.delete(draft);
        }
        return home;
    }

    /** Puts the artifact's file into the folder, without a copy where the file system can. */
    static void put(Artifact artifact, Path folder) throws IOException {
        Path file = artifact.getFile().toPath();
        Files.createDirectories(folder);
        Path target = folder.resolve(file.getFileName());
        try {
            Files.createLink(target, file.toRealPath());
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            Files.copy(file, target);
        }
    }

    static void put(String resource, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream in = open(resource)) {
            Files.copy(in, file);
        }
    }

    static InputStream open(String resource) throws IOException {
        InputStream in = Home.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("No resource " + resource + " beside " + Home.class);
        }
        return in;
    }

    private static String fingerprint(String... resources) throws IOException {
        CRC32 sum = new CRC32();
        for (String resource : resources) {
            try (InputStream in = open(resource)) {
                sum.update(in.readAllBytes());
            }
        }
        return String.format(Locale.ROOT, "%08x", sum.getValue());
    }
}
