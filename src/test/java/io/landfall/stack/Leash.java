package io.landfall.stack;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts processes that don't outlive this one, however it ends: beside each sits a tiny shell that reads the pipe we hold open,
 * and ends the process when the pipe does. That works for a frozen process too, and for programs that don't look at their input.
 */
public final class Leash {
    // "$$" is the process itself: exec keeps the pid. The watcher is nobody's child, so that no server meets a strange
    // one.
    private static final String SCRIPT =
            """
            signal=$1; shift
            exec 3<&0
            ( (
              cat <&3
              kill -"$signal" $$; kill -CONT $$
              for tenth in $(seq 100); do sleep 0.1; kill -0 $$ || exit; done
              kill -KILL $$
            ) >/dev/null 2>&1 & )
            exec "$@" </dev/null 3<&-
            """;

    private Leash() {}

    /** Runs the command until it ends, gets a signal, or this process is no more. Its output is appended to the log. */
    public static Process start(List<String> command, String stopSignal, Path folder, Path log) throws IOException {
        List<String> leashed = new ArrayList<>();
        // a session of its own: Ctrl-C in a terminal reaches us only, and we stop the servers after the product
        inPath("setsid").ifPresent(leashed::add);
        leashed.addAll(List.of("sh", "-c", SCRIPT, "leash", stopSignal));
        leashed.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(leashed)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Process process = builder.start();
        var unused = process.onExit().thenAccept(Leash::letGo);
        return process;
    }

    static Optional<String> inPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private static void letGo(Process ended) {
        try {
            ended.getOutputStream().close();
        } catch (IOException e) {
            // the watcher has gone already: what we wanted
        }
    }
}
