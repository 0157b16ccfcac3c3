package io.landfall.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Remembers a process beyond our own end: by pid and start time, since pids are given out again. */
record PidFile(Path file) {
    private static final Duration SAME = Duration.ofSeconds(1);

    void write(ProcessHandle process) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, process.pid() + " " + startOf(process) + "\n");
    }

    /** The process written here, if it is still there. */
    Optional<ProcessHandle> living() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String[] words = Files.readString(file).strip().split(" ", -1);
        if (words.length != 2) {
            return Optional.empty();
        }
        Instant start = Instant.parse(words[1]);
        return ProcessHandle.of(Long.parseLong(words[0]))
                .filter(process ->
                        Duration.between(start, startOf(process)).abs().compareTo(SAME) <= 0);
    }

    private static Instant startOf(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
