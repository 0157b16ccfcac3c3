package io.landfall.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JVM that runs this process also runs the servers. */
final class Jvm {
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    static final String PATH_SEPARATOR = System.getProperty("path.separator");

    private final boolean quickStart;

    Jvm(boolean quickStart) {
        this.quickStart = quickStart;
    }

    /** The program and the options that all servers share; the server's own options and its main class come after. */
    List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
        command.add("-Djava.awt.headless=true");
        if (quickStart) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        command.addAll(List.of(options));
        return command;
    }
}
