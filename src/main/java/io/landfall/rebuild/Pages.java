package io.landfall.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.landfall.rebuild.TaskPages.Row;

/** The pages of one phase, from the lease's cursor on, in pieces that fit into memory together with their documents. */
final class Pages {
    private static final long CHUNK_BYTES = 8L << 20;
    private static final int CHUNK_TASKS = 500;

    private final Lease lease;
    private final TaskPages tasks;

    Pages(Lease lease, TaskPages tasks) {
        this.lease = lease;
        this.tasks = tasks;
    }

    /** The next one. Renews the lease. */
    Found next(Instant since) {
        lease.renew();
        return new Found(tasks.next(lease.alias, since, lease.cursor()));
    }

    /** A page of tasks. */
    record Found(List<Row> rows) {
        /** Whether more may come. */
        boolean isFull() {
            return rows.size() == TaskPages.PAGE;
        }

        /** In their order, none of them empty. */
        List<List<Row>> chunks() {
            List<List<Row>> chunks = new ArrayList<>();
            List<Row> chunk = new ArrayList<>();
            long bytes = 0;
            for (Row row : rows) {
                boolean full = bytes + row.bytes() > CHUNK_BYTES || chunk.size() == CHUNK_TASKS;
                if (full && !chunk.isEmpty()) {
                    chunks.add(chunk);
                    chunk = new ArrayList<>();
                    bytes = 0;
                }
                chunk.add(row);
                bytes += row.bytes();
            }
            if (!chunk.isEmpty()) {
                chunks.add(chunk);
            }
            return chunks;
        }
    }
}
