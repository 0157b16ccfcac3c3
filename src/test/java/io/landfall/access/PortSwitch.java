package io.landfall.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port of 127.0.0.1 that stays while what is behind it changes; a change cuts all connections. */
final class PortSwitch implements AutoCloseable {
    private final ServerSocket entry;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int target;

    PortSwitch(int target) throws IOException {
        this(target, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    /** @param entry one that speaks TLS ends it here */
    PortSwitch(int target, ServerSocket entry) {
        this.target = target;
        this.entry = entry;
        threads.execute(this::accept);
    }

    int port() {
        return entry.getLocalPort();
    }

    synchronized void lead(int newTarget) {
        target = newTarget;
        cut();
    }

    synchronized void cut() {
        open.forEach(PortSwitch::close);
        open.clear();
    }

    private void accept() {
        while (!entry.isClosed()) {
            try {
                connect(entry.accept());
            } catch (IOException e) {
                // closed, or nobody behind it: the client sees that too
            }
        }
    }

    private synchronized void connect(Socket client) throws IOException {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(server);
            threads.execute(() -> pump(client, server));
            threads.execute(() -> pump(server, client));
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // the end of this connection
        }
        close(from);
        close(to);
        open.remove(from);
        open.remove(to);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is of no more use
        }
    }

    @Override
    public void close() throws IOException {
        entry.close();
        cut();
        threads.shutdownNow();
    }
}
