package io.landfall.stack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KilledParentIT {
    private final StackOptions fresh = StackOptions.tests();
    private final StackOptions options = fresh.withData(fresh.data(), true);

    @Test
    void servers_end_with_their_killed_parent_and_a_later_stack_finds_the_data() throws Exception {
        Process parent = parent("one");
        List<ProcessHandle> servers = serversOf(parent);
        assertThat(servers).hasSize(3).allMatch(ProcessHandle::isAlive);

        parent.destroyForcibly();

        Awaitility.await().atMost(Wait.MOST).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
        try (LocalStack later = LocalStack.start(options)) {
            assertThat(new Marks(later).areEverywhere("one")).isTrue();
        }
    }

    @Test
    void a_stack_that_starts_right_after_the_kill_ends_the_old_servers_itself() throws Exception {
        Process parent = parent("two");
        List<ProcessHandle> servers = serversOf(parent);
        assertThat(servers).hasSize(3).allMatch(ProcessHandle::isAlive);

        parent.destroyForcibly().waitFor();

        try (LocalStack next = LocalStack.start(options)) {
            assertThat(servers).noneMatch(ProcessHandle::isAlive);
            assertThat(new Marks(next).areEverywhere("two")).isTrue();
        }
    }

    private Process parent(String mark) throws IOException {
        return new ProcessBuilder(
                        Jvm.JAVA,
                        "-Dmaven.repo.local=" + System.getProperty("maven.repo.local", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StackProcess.class.getName(),
                        options.data().toString(),
                        mark)
                .redirectErrorStream(true)
                .start();
    }

    private static List<ProcessHandle> serversOf(Process parent) throws IOException {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith("PIDS ")) {
                return Stream.of(line.substring(5).split(" ", -1))
                        .map(Long::parseLong)
                        .map(ProcessHandle::of)
                        .flatMap(Optional::stream)
                        .toList();
            }
            all.append(line).append('\n');
        }
        throw new IllegalStateException("No stack: " + all);
    }
}
