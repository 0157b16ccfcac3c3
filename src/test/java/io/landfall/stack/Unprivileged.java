package io.landfall.stack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs programs that must not be root: PostgreSQL's refuse it. For root they run in a user namespace without a mapping, where the
 * system calls everybody nobody; where containers forbid namespaces, as the user nobody himself.
 */
public record Unprivileged(List<String> prefix) {
    private static final Unprivileged AS_WE_ARE = new Unprivileged(List.of());
    private static final Unprivileged IN_NAMESPACE = new Unprivileged(List.of("unshare", "-U"));
    private static final Unprivileged AS_NOBODY =
            new Unprivileged(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    /** The way that works for the user of this process. */
    public static Unprivileged now() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return AS_WE_ARE;
        }
        return Stream.of(IN_NAMESPACE, AS_NOBODY)
                .filter(Unprivileged::works)
                .findFirst()
                .orElseThrow(() ->
                        new StackException("Something must not run as root, and neither unshare -U nor setpriv works "
                                + "here: run as another user"));
    }

    /** That command, run this way. */
    public List<String> wrap(List<String> command) {
        return Stream.concat(prefix.stream(), command.stream()).toList();
    }

    /** Gives that folder to the user the programs run as. */
    public void own(Path folder) {
        if (equals(AS_NOBODY)) {
            AS_WE_ARE.run("", List.of("chown", "-R", "65534:65534", folder.toString()));
        }
    }

    /** Runs a command to its end with that input; throws with what it said when it fails. */
    void run(String input, List<String> command) {
        Result result = execute(input, wrap(command));
        if (result.code != 0) {
            throw new StackException(command.get(0) + " ended with code " + result.code + ":\n" + result.said);
        }
    }

    private boolean works() {
        try {
            return execute("", wrap(List.of("true"))).code == 0;
        } catch (StackException e) {
            return false;
        }
    }

    private record Result(int code, String said) {}

    private static Result execute(String input, List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), said);
        } catch (IOException e) {
            throw new StackException("Can't run " + command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while " + command.get(0) + " was running", e);
        }
    }
}
