package io.landfall.console;

import java.security.Principal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.audit.Audit;
import io.landfall.audit.AuditState;
import io.landfall.audit.FindingKind;
import io.landfall.audit.Only;
import io.landfall.console.LedgerReader.Walk;
import io.landfall.ledger.BadFilter;
import io.landfall.ledger.FilterForm;
import io.landfall.view.ViewConfiguration;

/** {@code /api/audit}: what was held against what, and what did not hold. */
@RestController
class AuditApi {
    private static final List<String> KINDS =
            Arrays.stream(FindingKind.values()).map(FindingKind::word).toList();

    private static final int MOST_IDS = 2_000;

    private final Audit audit;
    private final LedgerReader ledger;
    private final ViewConfiguration view;

    AuditApi(Audit audit, LedgerReader ledger, ViewConfiguration view) {
        this.audit = audit;
        this.ledger = ledger;
        this.view = view;
    }

    /** The newest one, running or ended. */
    @GetMapping("/api/audit")
    AuditState latest() {
        return audit.latest().orElseThrow(() -> new Unknown("audit", "yet"));
    }

    @GetMapping("/api/audit/{id}/findings")
    Page<FoundRow> findings(
            @PathVariable long id,
            @RequestParam(required = false) @Nullable String kind,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        if (kind != null && !KINDS.contains(kind)) {
            throw new KnownParameters.BadParameter("kind must be one of " + String.join(", ", KINDS) + ".");
        }
        if (ledger.one("select id from audit where id = ?", (row, i) -> row.getLong(1), id) == null) {
            throw new Unknown("audit", id);
        }
        Walk walk = Walk.up("audit_finding", "id", after);
        walk.start().with("audit_id = ?", id);
        return ledger.page(
                walk,
                new Filter().with("kind = ?", kind),
                limit,
                (row, i) -> new FoundRow(
                        row.getLong("id"),
                        row.getString("kind"),
                        row.getString("subject"),
                        row.getString("detail"),
                        LedgerReader.instant(row, "found_at"),
                        LedgerReader.instantOrNull(row, "repaired_at")),
                FoundRow::id);
    }

    /** Begins one; it goes on when a node is free. */
    @PostMapping("/api/audit")
    ResponseEntity<?> begin(@RequestBody(required = false) @Nullable JsonNode options, Principal principal) {
        FilterForm form = new FilterForm(options);
        boolean repair = form.flag("repair");
        boolean orphans = form.flag("orphans");
        Only only = only(form, orphans);
        form.end();
        Audit.Begun begun = audit.begin(principal.getName(), repair, orphans, only);
        if (begun instanceof Audit.Accepted accepted) {
            return ResponseEntity.accepted().body(Map.of("id", accepted.id()));
        }
        AuditState running = ((Audit.AlreadyRunning) begun).running();
        return conflict("Audit " + running.id() + " is running, begun by " + running.startedBy() + " at "
                + running.startedAt() + "; POST /api/audit/stop ends it.");
    }

    private Only only(FilterForm form, boolean orphans) {
        List<String> taskIds = form.texts("taskIds", MOST_IDS);
        String index = form.oneOf("index", view.indices());
        String taskType = form.text("taskType");
        boolean some = !taskIds.isEmpty() || index != null || taskType != null;
        if (some && orphans) {
            throw new BadFilter("Orphans have no task: they are looked for in whole indices only.");
        }
        if (!taskIds.isEmpty() && (index != null || taskType != null)) {
            throw new BadFilter("taskIds say it all; index and taskType go without them.");
        }
        return new Only(taskIds, index, taskType);
    }

    @PostMapping("/api/audit/stop")
    ResponseEntity<?> stop(Principal principal) {
        Optional<Long> stopped = audit.stop(principal.getName());
        return stopped.isPresent()
                ? ResponseEntity.accepted().body(Map.of("id", stopped.get()))
                : conflict("No audit is running.");
    }

    private static ResponseEntity<ProblemDetail> conflict(String detail) {
        return ResponseEntity.status(HttpStatus.CONFLICT)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, detail));
    }

    /** A finding as it is kept. Without {@code repairedAt} it was not repaired by this audit. */
    record FoundRow(
            long id, String kind, String subject, String detail, Instant foundAt, @Nullable Instant repairedAt) {}
}
