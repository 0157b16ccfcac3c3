package io.landfall.stack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a server says, in a file; the end of it explains most failed starts. */
record LogFile(Path file) {
    private static final int TAIL_BYTES = 4_000;

    /** A text to end a message with: where the log is, and its last lines. */
    String tail() {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(TAIL_BYTES, log.length())];
            log.seek(log.length() - end.length);
            log.readFully(end);
            return " The end of " + file + ":\n" + new String(end, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return " There is no log " + file + ".";
        }
    }
}
