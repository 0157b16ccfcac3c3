package io.landfall.corridor;

import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.jdbc.JdbcConstants;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.failure.Failure;
import io.landfall.failure.FailureRecords;
import io.landfall.failure.Fragment;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.state.Task;
import io.landfall.view.DocumentComposer;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Step list-failures: what did not land, as the parameters of {@code sql/record-failures.sql}. */
@Component
final class ListFailures {
    /** The exchange property that says who writes, when it is not the land route. */
    static final String TRIGGER = "landfall.trigger";
    /** Bytes of a document that a failure keeps for people to look at. */
    private static final int FRAGMENT = 2_000;

    private final FailureRecords records;
    private final DocumentComposer composer = new DocumentComposer();

    ListFailures(LedgerConfiguration configuration) {
        this.records = new FailureRecords(configuration.node());
    }

    @Handler
    void list(@Body List<Written> written, Exchange exchange) {
        String trigger = exchange.getProperty(TRIGGER, "task-events", String.class);
        List<Failure> failures = new ArrayList<>();
        for (Written one : written) {
            WriteOutcome.Failed failed = failed(one.outcome());
            if (failed != null) {
                failures.add(failure(one, failed, trigger));
            }
        }
        exchange.setProperty("landfall.failures", failures.size());
        if (!failures.isEmpty()) {
            exchange.getMessage().setHeader(JdbcConstants.JDBC_PARAMETERS, records.parameters(failures));
        }
    }

    /** Null: it landed whole, or a newer version did, or its whole index has a failure. */
    private static WriteOutcome.@Nullable Failed failed(WriteOutcome outcome) {
        if (outcome instanceof WriteOutcome.Failed failed) {
            return failed;
        }
        if (outcome instanceof WriteOutcome.Landed landed) {
            return landed.refusal();
        }
        return outcome instanceof WriteOutcome.Ahead ahead
                ? new WriteOutcome.Failed(
                        false,
                        "ahead",
                        "the document's version rises as fast as ours: " + ahead.documentVersion(),
                        null,
                        409)
                : null;
    }

    private Failure failure(Written written, WriteOutcome.Failed failed, String trigger) {
        Task task = written.write().task();
        Fragment fragment = task.isDeleted() ? new Fragment("", false) : Fragment.of(composer.compose(task), FRAGMENT);
        return new Failure(
                task.id(),
                written.write().index(),
                task.isDeleted() ? "delete" : "index",
                task.version(),
                failed.permanent(),
                failed.cause(),
                failed.reason(),
                failed.field(),
                trigger,
                fragment,
                failed.httpStatus(),
                written.took());
    }
}
