package io.landfall.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Remembers a process beyond our own end: by pid and start, since pids are given out again. */
record PidFile(Path file) {
    /** Of the fields of {@code /proc/<pid>/stat} behind the name, which may hold anything: the start. */
    private static final int START = 19;

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
        return ProcessHandle.of(Long.parseLong(words[0]))
                .filter(process -> startOf(process).equals(words[1]));
    }

    /**
     * Where there is /proc, in its ticks since the machine was started. The time of day is made from them and the clock, which a virtual machine's host
     * may set: for a process that started before, it is another one after.
     */
    private static String startOf(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START];
        } catch (IOException e) {
            return process.info().startInstant().orElse(Instant.EPOCH).toString();
        }
    }
}
