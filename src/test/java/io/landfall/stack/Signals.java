package io.landfall.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Signals to a process and its descendants; Java itself knows no more than TERM and KILL. */
public final class Signals {
    private static final long GONE_SECONDS = 15;

    private Signals() {}

    /**
     * The parent is stopped first: then it gets no new children while the others are being stopped. Returns when all their threads
     * stand still: the signal is sent at once, and a busy machine takes a while to heed it.
     */
    public static void freeze(ProcessHandle process) {
        send("STOP", process);
        send("STOP", process.descendants());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GONE_SECONDS);
        List<ProcessHandle> family =
                Stream.concat(Stream.of(process), process.descendants()).toList();
        while (!family.stream().allMatch(Signals::standsStill)) {
            if (System.nanoTime() - end > 0) {
                throw new StackException("Pid " + process.pid() + " or a child of it goes on after SIGSTOP");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    /** True, too, where the system does not say. */
    private static boolean standsStill(ProcessHandle process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.allMatch(Signals::isStopped);
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state == 'T' || state == 't' || state == 'Z' || state == 'X';
        } catch (IOException e) {
            // it has ended meanwhile
            return true;
        }
    }

    /** Lets it go on. */
    public static void thaw(ProcessHandle process) {
        send("CONT", process.descendants());
        send("CONT", process);
    }

    /** SIGKILL to the whole family; returns when none of it is left. */
    static void kill(ProcessHandle process) {
        send("STOP", process);
        List<ProcessHandle> family =
                Stream.concat(Stream.of(process), process.descendants()).toList();
        List<CompletableFuture<ProcessHandle>> ends =
                family.stream().map(ProcessHandle::onExit).toList();
        send("KILL", family.stream());
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(GONE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while killing pid " + process.pid(), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StackException("Pid " + process.pid() + " or a child of it survived SIGKILL", e);
        }
    }

    static void send(String signal, ProcessHandle process) {
        send(signal, Stream.of(process));
    }

    private static void send(String signal, Stream<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        if (command.size() == 2) {
            return;
        }
        try {
            // one that has gone meanwhile makes it complain: no reason to stop
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new StackException("Can't send " + signal, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while sending " + signal, e);
        }
    }
}
