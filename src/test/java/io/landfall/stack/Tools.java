package io.landfall.stack;

import java.nio.file.Path;

import org.junit.jupiter.api.Assumptions;

/**
 * Programs of the operating system that a test runs and Landfall does not bring. Without one the test is aborted with a message
 * that says what to install; with {@code -Dlandfall.tools.required=true} it fails.
 */
public final class Tools {
    /** System property: {@code true} makes a missing program a failure. */
    public static final String REQUIRED = "landfall.tools.required";

    private Tools() {}

    /**
     * The program as found on the path.
     *
     * @param debianPackage that brings it
     */
    public static Path need(String program, String debianPackage) {
        return Leash.inPath(program).map(Path::of).orElseThrow(() -> missing(program, debianPackage));
    }

    private static RuntimeException missing(String program, String debianPackage) {
        String what = program + " is not on the path; on Debian: apt-get install " + debianPackage;
        if (Boolean.getBoolean(REQUIRED)) {
            throw new AssertionError(what);
        }
        Assumptions.abort(what);
        return new IllegalStateException(what);
    }
}
