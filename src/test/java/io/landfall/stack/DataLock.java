package io.landfall.stack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.jspecify.annotations.Nullable;

/** Keeps a second stack off the same data; the system gives the lock back when its holder dies. */
final class DataLock implements AutoCloseable {
    private static final String NAME = "lock";

    private final FileChannel channel;

    private DataLock(FileChannel channel) {
        this.channel = channel;
    }

    static DataLock of(Path data) throws IOException {
        Files.createDirectories(data);
        Path holder = data.resolve("holder.pid");
        FileChannel channel = FileChannel.open(data.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (tryLock(channel) == null) {
            channel.close();
            String who = Files.exists(holder) ? Files.readString(holder).strip() : "unknown";
            throw new StackException("The data in " + data + " are in use by another local stack (pid " + who
                    + "). Stop that one, or set LANDFALL_DATA to another folder");
        }
        Files.writeString(holder, ProcessHandle.current().pid() + "\n");
        return new DataLock(channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // a stack in this very process
        }
    }

    /** Whether a file in the data folder belongs to the lock, and so must stay while the lock is held. */
    static boolean owns(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.equals(NAME) || name.equals("holder.pid");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
