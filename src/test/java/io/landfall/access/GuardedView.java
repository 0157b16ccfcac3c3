package io.landfall.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.SSLServerSocket;

/** Elasticsearch behind a proxy for each {@link Face}, and one port for all of them. */
final class GuardedView implements Guarded, AutoCloseable {
    static final String USER = "landfall";

    private final Map<Face, TlsProxy> proxies = new EnumMap<>(Face.class);
    private final Set<String> logins;
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final PortSwitch entry;
    private final PortSwitch door;

    /** @param apiKey one way to log in, as {@code password} is another, with {@link #USER} */
    GuardedView(Map<Face, Certificate> certificates, String server, String apiKey, String password) throws IOException {
        this.logins = Set.of("ApiKey " + apiKey, "Basic " + basic(password));
        taken.addAll(logins);
        for (Face face : Face.values()) {
            boolean demanding = face == Face.DEMANDING;
            proxies.put(
                    face,
                    new TlsProxy(
                            server, demanding ? null : certificates.get(face).server(), taken));
        }
        this.door = new PortSwitch(proxies.get(Face.DEMANDING).port(), demanding(certificates.get(Face.DEMANDING)));
        this.entry = new PortSwitch(proxies.get(Face.RIGHT).port());
    }

    /** The JDK's HTTPS server closes without a word where this one, as Elasticsearch, says what it missed. */
    private static ServerSocket demanding(Certificate shown) throws IOException {
        SSLServerSocket entry = (SSLServerSocket) shown.demandingServer()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        entry.setNeedClientAuth(true);
        return entry;
    }

    static String basic(String password) {
        return Base64.getEncoder().encodeToString((USER + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    String url() {
        return "https://127.0.0.1:" + entry.port();
    }

    @Override
    public void show(Face face) {
        entry.lead(face == Face.DEMANDING ? door.port() : proxies.get(face).port());
    }

    @Override
    public void takeLogin(boolean right) {
        if (right) {
            taken.addAll(logins);
        } else {
            taken.clear();
        }
    }

    @Override
    public void close() throws IOException {
        entry.close();
        door.close();
        proxies.values().forEach(TlsProxy::close);
    }
}
