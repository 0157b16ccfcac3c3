package io.landfall.stack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out who listens on a TCP port, from Linux's {@code /proc}; elsewhere, and for processes of others, nobody is known. */
final class Listener {
    private static final String LISTENING = "0A";

    private Listener() {}

    static Optional<String> of(int port) {
        return Stream.of("tcp", "tcp6")
                .flatMap(table -> rows(Path.of("/proc/net", table)))
                .map(row -> row.strip().split("\\s+", -1))
                .filter(row -> row.length > 9 && row[3].equals(LISTENING) && row[1].endsWith(hex(port)))
                .flatMap(row -> holderOf("socket:[" + row[9] + "]").stream())
                .findFirst();
    }

    private static String hex(int port) {
        return String.format(Locale.ROOT, ":%04X", port);
    }

    private static Stream<String> rows(Path table) {
        try {
            return Files.readAllLines(table).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static Optional<String> holderOf(String socket) {
        List<ProcessHandle> all = ProcessHandle.allProcesses().toList();
        return all.stream()
                .filter(process -> holds(process, socket))
                .findFirst()
                .map(Listener::describe);
    }

    private static boolean holds(ProcessHandle process, String socket) {
        Path folder = Path.of("/proc", Long.toString(process.pid()), "fd");
        try (DirectoryStream<Path> open = Files.newDirectoryStream(folder)) {
            for (Path file : open) {
                if (Files.isSymbolicLink(file)
                        && Files.readSymbolicLink(file).toString().equals(socket)) {
                    return true;
                }
            }
        } catch (IOException e) {
            // gone meanwhile, or not ours to look into
        }
        return false;
    }

    private static String describe(ProcessHandle process) {
        return process.info().command().orElse("a process") + " (pid " + process.pid() + ")";
    }
}
