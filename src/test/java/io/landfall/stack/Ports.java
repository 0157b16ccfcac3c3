package io.landfall.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/** The loopback ports of the stack: which are wanted, which are free, and what to say when one is not. */
public final class Ports {
    static final String KAFKA_KEY = "LANDFALL_KAFKA_PORT";
    static final String ELASTICSEARCH_KEY = "LANDFALL_ELASTICSEARCH_PORT";
    static final String POSTGRES_KEY = "LANDFALL_POSTGRES_PORT";

    // Below what systems give to outgoing connections: a server that is down must find its port free when it comes
    // back.
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;
    // two stacks must not get the same: not in one JVM, and hardly in two that run side by side
    private static final int STRIDE = 500;
    private static int next = LOWEST + (int) (ProcessHandle.current().pid() * STRIDE % (HIGHEST - LOWEST));

    private Ports() {}

    /** A system property or else an environment variable of that name; blank is absent. */
    static Optional<String> setting(String key) {
        return Optional.ofNullable(System.getProperty(key))
                .or(() -> Optional.ofNullable(System.getenv(key)))
                .filter(value -> !value.isBlank());
    }

    static int wanted(String key, int usual) {
        String text = setting(key).orElse(Integer.toString(usual));
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new StackException(key + " is \"" + text + "\", but must be a port number", e);
        }
    }

    static void check(String server, int port) {
        if (port < 1 || port > 65_535) {
            throw new StackException("The port of " + server + " is " + port + ", but must be from 1 to 65535");
        }
    }

    /** A port that nobody listens on now, and that this JVM gives nobody else for long. */
    public static synchronized int free() {
        for (int tried = LOWEST; tried <= HIGHEST; tried++) {
            int port = next;
            next = port == HIGHEST ? LOWEST : port + 1;
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // somebody else's
            }
        }
        throw new StackException("No port of 127.0.0.1 from " + LOWEST + " to " + HIGHEST + " is free");
    }

    /** Throws when somebody listens on the port of that server, naming him where the system tells. */
    static void requireFree(String server, int port, String key) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            String who = Listener.of(port).map(name -> " by " + name).orElse("");
            throw new StackException(
                    "Port " + port + " for " + server + " is taken" + who
                            + ". Stop that, or set the environment variable " + key
                            + " (or the system property of that name) to another port",
                    e);
        }
    }
}
