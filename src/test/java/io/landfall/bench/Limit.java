package io.landfall.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What Elasticsearch itself can take: finished documents with external versions, from memory, 1,000 a bulk, in 2
 * threads. A process of its own; says {@link #READY}, writes, says {@link #DONE}, and runs until it is stopped.
 */
final class Limit {
    static final String READY = "ready";
    static final String DONE = "done";

    private static final int THREADS = 2;
    private static final int BATCH = 1_000;

    private Limit() {}

    /** Arguments: Elasticsearch's address, index, tasks, their shape. */
    public static void main(String[] args) throws Exception {
        Elastic elastic = new Elastic(args[0]);
        ConcurrentLinkedQueue<byte[]> bodies = bodies(args[1], Integer.parseInt(args[2]), Shape.valueOf(args[3]));
        System.out.println(READY);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> writeAll(elastic, bodies));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(DONE);
        // the parent reads this process's figures before it ends it
        new CountDownLatch(1).await();
    }

    private static void writeAll(Elastic elastic, ConcurrentLinkedQueue<byte[]> bodies) {
        try {
            for (byte[] body = bodies.poll(); body != null; body = bodies.poll()) {
                int refused = elastic.bulk(body);
                if (refused > 0) {
                    throw new IOException(refused + " documents were refused");
                }
            }
        } catch (IOException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static ConcurrentLinkedQueue<byte[]> bodies(String index, int tasks, Shape shape) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ConcurrentLinkedQueue<byte[]> bodies = new ConcurrentLinkedQueue<>();
        BulkBody body = new BulkBody(index);
        for (int number = 0; number < tasks; number++) {
            body.index(
                    BacklogTask.id(number),
                    5,
                    json.writeValueAsBytes(new BacklogTask(number, shape, false).document()));
            if ((number + 1) % BATCH == 0 || number + 1 == tasks) {
                bodies.add(body.take());
            }
        }
        return bodies;
    }
}
