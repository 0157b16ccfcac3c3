package io.landfall.compensation;

import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;

/** What a run claims next: as parameters of {@code sql/claim-failures.sql}, and as its answer. */
public final class Claims {
    private final String node;
    private final Duration lease;
    private final Availability availability;

    Claims(String node, Duration lease, Availability availability) {
        this.node = node;
        this.lease = lease;
        this.availability = availability;
    }

    /** The next slice; of none when the run is ending, and of one while the view is said to be away: it may be back. */
    public Map<String, Object> next(Run run) {
        boolean probe = availability.absence(Component.VIEW).isPresent();
        Run.Slice slice = run.nextSlice(probe);
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("total", slice.total());
        parameters.put("fresh", slice.fresh());
        // what fails in this run is due in a later one
        parameters.put("until", Timestamp.from(run.startedAt()));
        parameters.put("skipped", run.skipped.toArray(String[]::new));
        parameters.put("token", run.token.toString());
        parameters.put("leaseMillis", lease.toMillis());
        parameters.put("node", node);
        return parameters;
    }

    /** The rows that were claimed; they are taken out of the run's budget. */
    public List<Claim> claimed(Run run, List<?> rows) {
        List<Claim> claims = new ArrayList<>(rows.size());
        for (Object row : rows) {
            claims.add(Claim.of((Map<?, ?>) row));
        }
        run.budget.take(claims.size(), run.settings().rate());
        return claims;
    }
}
