package io.landfall.fault;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import io.landfall.Landfall;
import io.landfall.console.ReadingApp;
import io.landfall.stack.Leash;
import io.landfall.stack.Signals;
import io.landfall.stack.Wait;

/**
 * A node of the product as a process of its own, to be killed and started again by tests; it ends with this process,
 * however that ends. What it says is in {@code target/fault/<schema>-<node>.log}.
 */
public final class Product implements AutoCloseable {
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final Path LOGS = Path.of("target", "fault").toAbsolutePath();
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    private final Map<String, String> keys;
    private final Path log;
    private final HttpClient http = HttpClient.newHttpClient();
    private Class<?> main = Landfall.class;
    private boolean deployed;
    private long logBegin;
    private @Nullable Process process;

    private Product(Map<String, String> place, String logName, String node) {
        this.keys = new LinkedHashMap<>(place);
        this.log = LOGS.resolve(logName + ".log");
        keys.put("server.port", "0");
        keys.put("landfall.ledger.node", node);
        keys.put("landfall.admin-password", ReadingApp.PASSWORD);
        keys.put("landfall.events.batch-size", "100");
        // a killed member keeps its partitions for that long
        keys.put("camel.component.kafka.session-timeout-ms", "6000");
        keys.put("camel.component.kafka.heartbeat-interval-ms", "1000");
    }

    /** A node that was not started yet. */
    public static Product of(Site site, String node) {
        return new Product(site.keys(), site.schema() + "-" + node, node);
    }

    /** A node that was not started yet, on servers of its own, which those keys lead to. */
    public static Product on(Map<String, String> servers, String node) {
        return new Product(servers, node, node);
    }

    /** Any key of the product, from the next start on. */
    public Product with(String key, String value) {
        keys.put(key, value);
        return this;
    }

    /** Another main class, from the next start on. */
    Product as(Class<?> otherMain) {
        main = otherMain;
        return this;
    }

    /** As it is deployed, from the next start on: nothing of the tests on its class path, and its standard error apart. */
    public Product asDeployed() {
        deployed = true;
        return this;
    }

    /** Its standard output; everything it says, unless it is as deployed. */
    public Path log() {
        return log;
    }

    /** Its standard error since its last start, when it is as deployed. */
    public Path errors() {
        return LOGS.resolve(log.getFileName() + ".err");
    }

    /** Starts it and returns when it is ready; does nothing while it runs. */
    public Product start() {
        launch();
        Awaitility.await("a node that is ready, see " + log)
                .atMost(Wait.MOST)
                .pollInterval(Duration.ofMillis(200))
                .failFast("the node ended, see " + log, () -> !isRunning())
                .until(this::isReady);
        return this;
    }

    /** Starts it and does not wait; does nothing while it runs. */
    public Product launch() {
        if (isRunning()) {
            return this;
        }
        try {
            Files.createDirectories(LOGS);
            logBegin = Files.exists(log) ? Files.size(log) : 0;
            Files.deleteIfExists(errors());
            process = Leash.start(command(), "TERM", Path.of("").toAbsolutePath(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("can't start the product", e);
        }
        return this;
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        if (deployed) {
            command.addAll(List.of("sh", "-c", "exec \"$@\" 2>>\"$0\"", errors().toString()));
        }
        command.addAll(List.of(
                JAVA, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError"));
        LaidOut laidOut = LaidOut.ofThisBuild();
        if (laidOut != null) {
            command.add(laidOut.option());
        }
        command.addAll(List.of("-cp", classPath(laidOut), main.getName()));
        keys.forEach((key, value) -> command.add("--" + key + "=" + value));
        return command;
    }

    private String classPath(@Nullable LaidOut laidOut) throws IOException {
        Stream<String> here = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !deployed || !isClasses(entry, "test-classes"));
        if (laidOut == null) {
            return here.collect(Collectors.joining(File.pathSeparator));
        }
        return laidOut.classPath(deployed ? Stream.empty() : here.filter(entry -> !isClasses(entry, "classes")));
    }

    private static boolean isClasses(String entry, String folder) {
        return Path.of(entry).endsWith(Path.of("target", folder));
    }

    /** Where it listens since its last start; 0: not yet. */
    public int port() {
        Matcher port = PORT.matcher(said());
        return port.find() ? Integer.parseInt(port.group(1)) : 0;
    }

    private boolean isReady() throws InterruptedException {
        int port = port();
        if (port == 0) {
            return false;
        }
        URI readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        try {
            return http.send(HttpRequest.newBuilder(readiness).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** What it said since its last start. */
    public String said() {
        try {
            byte[] all = Files.readAllBytes(log);
            return new String(all, (int) logBegin, (int) (all.length - logBegin), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** SIGKILL; returns when it is gone. */
    public void kill() {
        if (isRunning()) {
            process.destroyForcibly();
            awaitEnd();
        }
    }

    /** SIGSTOP: it is there, and does nothing. */
    public void freeze() {
        Signals.freeze(process.toHandle());
    }

    /** SIGCONT. */
    public void thaw() {
        Signals.thaw(process.toHandle());
    }

    /** Ends it in good order. */
    public void stop() {
        if (isRunning()) {
            // not the process's own: that closes the pipe too, whose end has it killed ten seconds later
            process.toHandle().destroy();
            awaitEnd();
        }
    }

    /** Waits for an end that comes by itself; the exit code. */
    public int awaitEnd() {
        try {
            if (!process.waitFor(Wait.MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the node did not end within " + Wait.MOST + ", see " + log);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (isRunning()) {
            process.destroyForcibly();
        }
    }
}
