package io.landfall.console;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.failure.IndexBlock;
import io.landfall.view.BulkSize;
import io.landfall.view.IndexBreakers;

/** {@code /api/view}: whether this node can write to the view, index by index, and how much at once. */
@RestController
class ViewApi {
    private final Availability availability;
    private final IndexBreakers breakers;
    private final BulkSize size;

    ViewApi(Availability availability, IndexBreakers breakers, BulkSize size) {
        this.availability = availability;
        this.breakers = breakers;
        this.size = size;
    }

    @GetMapping("/api/view")
    View view() {
        Availability.Absence absence = availability.absence(Component.VIEW).orElse(null);
        return new View(
                absence == null ? null : absence.since(),
                absence == null ? null : absence.reason(),
                breakers.indices().stream().map(this::index).toList(),
                size.documents(),
                size.bytes());
    }

    private Index index(String name) {
        IndexBlock block = breakers.block(name).orElse(null);
        return block == null
                ? new Index(name, null, null, null)
                : new Index(name, block.since(), block.reason(), block.httpStatus());
    }

    /**
     * The view as this node sees it.
     *
     * @param awaySince null: it answers
     * @param bulkDocuments most documents in a bulk now
     * @param bulkBytes most bytes in a bulk now
     */
    record View(
            @Nullable Instant awaySince,
            @Nullable String reason,
            List<Index> indices,
            int bulkDocuments,
            long bulkBytes) {}

    /** One index; without {@code blockedSince} it takes writes. */
    record Index(String index, @Nullable Instant blockedSince, @Nullable String reason, @Nullable Integer httpStatus) {}
}
