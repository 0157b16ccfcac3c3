package io.landfall.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A contender as a JVM of its own with 512 MiB of heap; what it prints goes to a file. It ends with this process, however
 * that ends: a shell's child beside it waits for the end of the pipe that we hold.
 */
final class Child implements AutoCloseable {
    /** "$$" stays the process itself: exec keeps its id. */
    private static final String LEASH =
            """
            exec 3<&0
            ( ( cat <&3; kill -9 $$ ) >/dev/null 2>&1 & )
            exec "$@" </dev/null 3<&-
            """;

    private static final Duration LOOK = Duration.ofMillis(100);

    static final String HEAP = "-Xmx512m";

    private final String name;
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Path log;

    private Child(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        Thread reader = new Thread(this::copyOutput, name + "-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** With the whole class path of this process. */
    static Child ofTests(String name, List<String> jvm, Class<?> main, String... arguments) throws IOException {
        return start(name, jvm, System.getProperty("java.class.path"), main.getName(), List.of(arguments));
    }

    /** With the product's classes alone, so that nothing of the tests is found and started. */
    static Child ofProduct(String name, List<String> jvm, String main, List<String> arguments) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
        return start(name, jvm, classPath, main, arguments);
    }

    private static Child start(String name, List<String> jvm, String classPath, String main, List<String> arguments)
            throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of("sh", "-c", LEASH, "leash"));
        command.addAll(List.of(java.toString(), HEAP));
        command.addAll(jvm);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        Path log = Files.createDirectories(Path.of("target", "bench", "logs")).resolve(name + ".log");
        return new Child(
                name, new ProcessBuilder(command).redirectErrorStream(true).start(), log);
    }

    /** Waits for this line. */
    void await(String line, Duration most) throws InterruptedException, IOException {
        long deadline = System.nanoTime() + most.toNanos();
        while (true) {
            String next = lines.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new IOException(name + " did not say '" + line + "' within " + most + "; see " + log);
            }
            if (next.equals(line)) {
                return;
            }
        }
    }

    /** What a benchmark waits for. */
    interface Condition {
        boolean holds() throws Exception;
    }

    /** Waits until it holds; throws when the contender ends before, or it takes too long. */
    void await(Condition condition, Duration most) throws Exception {
        long deadline = System.nanoTime() + most.toNanos();
        while (!condition.holds()) {
            checkAlive();
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(name + " was not done within " + most + "; see " + log);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(name + " ended with " + process.exitValue() + "; see " + log);
        }
    }

    /** As kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    Duration cpu() {
        return Cpu.of(process.toHandle());
    }

    /** Most memory ever resident, in MiB; 0 where the system does not say. */
    long peakMebibytes() throws IOException {
        return status("VmHWM:") / 1024;
    }

    /** Memory resident now, in MiB; 0 where the system does not say. */
    long residentMebibytes() throws IOException {
        return status("VmRSS:") / 1024;
    }

    /** Threads now; 0 where the system does not say. */
    long threads() throws IOException {
        return status("Threads:");
    }

    /** Files and sockets that are open now; 0 where the system does not say. */
    long openFiles() throws IOException {
        Path files = proc("fd");
        if (!Files.isReadable(files)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(files)) {
            return open.count();
        }
    }

    private long status(String key) throws IOException {
        Path status = proc("status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private Path proc(String name) {
        return Path.of("/proc", Long.toString(process.pid()), name);
    }

    @Override
    public void close() {
        try {
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void copyOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                PrintStream copy = new PrintStream(log.toFile(), StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.println(line);
                lines.add(line);
            }
        } catch (IOException e) {
            // the child was ended while it spoke
        }
    }
}
