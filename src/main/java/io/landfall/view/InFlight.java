package io.landfall.view;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;

/** One bulk that was handed out and has no answer yet. */
record InFlight(List<Writing> writings, long bytes, long sentNanos) {
    static final InFlight NONE = new InFlight(List.of(), 0, 0);

    int size() {
        return writings.size();
    }

    Writing get(int position) {
        return writings.get(position);
    }

    /** Why these can't be its answers, which are one an operation, in their order; null: they may be. */
    @Nullable
    String mismatch(List<BulkResponseItem> items) {
        if (items.size() != size()) {
            return items.size() + " answers to " + size() + " operations";
        }
        for (int i = 0; i < items.size(); i++) {
            if (!get(i).task().id().equals(items.get(i).id())) {
                return "answer " + i + " speaks of another document";
            }
        }
        return null;
    }

    Duration sinceSent() {
        return Duration.ofNanos(System.nanoTime() - sentNanos);
    }
}
