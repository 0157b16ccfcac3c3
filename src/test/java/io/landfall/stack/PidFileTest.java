package io.landfall.stack;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PidFileTest {
    @TempDir
    private Path folder;

    @Test
    void a_process_is_known_again_by_its_start() throws Exception {
        PidFile file = new PidFile(folder.resolve("a/sleep.pid"));
        assertThat(file.living()).isEmpty();
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            file.write(process.toHandle());
            assertThat(file.living()).contains(process.toHandle());
            if (Files.exists(Path.of("/proc/self/stat"))) {
                assertThat(Files.readString(file.file())).as("no time of day").matches(process.pid() + " \\d+\n");
            }
            Files.writeString(file.file(), process.pid() + " 1\n");
            assertThat(file.living()).as("its pid was another one's").isEmpty();
            file.write(process.toHandle());
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(file.living()).isEmpty();
    }
}
