package io.landfall.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Removes what test runs left under {@code target/stack-test}: data and logs stay for a look until the next run begins. */
final class TestRuns {
    private TestRuns() {}

    static void sweep() throws IOException {
        if (!Files.isDirectory(StackOptions.TEST_RUNS)) {
            return;
        }
        try (Stream<Path> runs = Files.list(StackOptions.TEST_RUNS)) {
            for (Path run : runs.filter(TestRuns::isOver).toList()) {
                Folders.delete(run);
            }
        }
    }

    /** The folder's name begins with the pid of its JVM. */
    private static boolean isOver(Path run) {
        String[] name = String.valueOf(run.getFileName()).split("-", -1);
        return name.length == 2
                && name[0].matches("\\d{1,10}")
                && ProcessHandle.of(Long.parseLong(name[0])).isEmpty();
    }
}
