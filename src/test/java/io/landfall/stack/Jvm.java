package io.landfall.stack;

import java.nio.file.Path;

/** The JVM that runs this process also runs the servers. */
final class Jvm {
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    static final String PATH_SEPARATOR = System.getProperty("path.separator");

    private Jvm() {}
}
