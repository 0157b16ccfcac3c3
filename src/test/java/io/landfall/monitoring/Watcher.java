package io.landfall.monitoring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.stack.Leash;
import io.landfall.stack.Ports;
import io.landfall.stack.Tools;
import io.landfall.stack.Wait;

import static org.awaitility.Awaitility.await;

/** A real Prometheus or Alertmanager on a port of its own of 127.0.0.1; it ends with this process at the latest. */
public final class Watcher implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    private Watcher(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** With that configuration. */
    public static Watcher alertmanager(Path configuration, int port) throws IOException {
        Path program = Tools.need("prometheus-alertmanager", "prometheus-alertmanager");
        Path folder = folder("alertmanager");
        return start(
                List.of(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.path=" + folder,
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address="),
                folder,
                port);
    }

    /** With that configuration. */
    public static Watcher prometheus(Path configuration) throws IOException {
        Path program = Tools.need("prometheus", "prometheus");
        Path folder = folder("prometheus");
        int port = Ports.free();
        return start(
                List.of(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder,
                        "--web.listen-address=127.0.0.1:" + port),
                folder,
                port);
    }

    private static Path folder(String name) throws IOException {
        return Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "monitoring").toAbsolutePath()), name);
    }

    private static Watcher start(List<String> command, Path folder, int port) throws IOException {
        Path log = folder.resolve("log");
        Watcher watcher = new Watcher(Leash.start(command, "TERM", folder, log), port);
        await(command.get(0) + ", see " + log)
                .atMost(Wait.MOST)
                .ignoreExceptions()
                .until(() -> watcher.ask("/-/ready").statusCode() == 200);
        return watcher;
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** What its API says. */
    public JsonNode json(String path) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(ask(path).body());
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url() + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Posts JSON; the status. */
    public int post(String path, String body) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(url() + path))
                                .timeout(Duration.ofSeconds(5))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
