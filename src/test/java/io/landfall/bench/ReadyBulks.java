package io.landfall.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What compensation writes, without compensation: ready documents at its rate, a tenth of a second's in each bulk, from memory. It says
 * what Elasticsearch makes of so many more documents, whoever sends them.
 */
final class ReadyBulks {
    private static final int BULKS_A_SECOND = 10;

    private final Elastic elastic;
    private final int perBulk;
    private final List<byte[]> bodies = new ArrayList<>();
    private final AtomicReference<@Nullable IOException> refusal = new AtomicReference<>();
    private volatile boolean over;
    private long sent;

    /**
     * Documents that are written over and over.
     *
     * @param first number of the first; the tasks are nobody else's
     */
    ReadyBulks(Elastic elastic, String index, int first, int documents, int perSecond) throws IOException {
        this.elastic = elastic;
        this.perBulk = perSecond / BULKS_A_SECOND;
        ObjectMapper json = new ObjectMapper();
        BulkBody body = new BulkBody(index);
        for (int i = 0; i < documents; i++) {
            BacklogTask task = new BacklogTask(first + i);
            body.index(BacklogTask.id(first + i), 5, json.writeValueAsBytes(task.document()));
            if ((i + 1) % perBulk == 0) {
                bodies.add(body.take());
            }
        }
    }

    /** Each once, as fast as it goes: later ones replace documents, as those of compensation do. */
    void fill() throws IOException {
        for (byte[] body : bodies) {
            write(body);
        }
    }

    /** Sends while that goes on; returns documents a second. */
    double during(Work work) throws Exception {
        over = false;
        sent = 0;
        long begin = System.nanoTime();
        Thread sender = new Thread(() -> send(begin), "ready-bulks");
        sender.start();
        try {
            work.run();
        } finally {
            over = true;
            sender.join();
        }
        IOException refused = refusal.get();
        if (refused != null) {
            throw refused;
        }
        return sent * 1e9 / (System.nanoTime() - begin);
    }

    private void send(long begin) {
        try {
            for (int i = 0; !over; i++) {
                long due = begin + i * 1_000_000_000L / BULKS_A_SECOND;
                while (due - System.nanoTime() > 0) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                write(bodies.get(i % bodies.size()));
                sent += perBulk;
            }
        } catch (IOException e) {
            refusal.set(e);
        }
    }

    private void write(byte[] body) throws IOException {
        int refused = elastic.bulk(body);
        if (refused > 0) {
            throw new IOException(refused + " documents were refused");
        }
    }

    /** What is measured meanwhile. */
    interface Work {
        void run() throws Exception;
    }
}
