package io.landfall.console;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.Component;
import io.landfall.overview.Counts;
import io.landfall.overview.History;
import io.landfall.overview.RouteStates.RouteState;
import io.landfall.overview.Series;
import io.landfall.overview.Silence;

/**
 * What a person on call looks at first. What has no task (failures without a filter, lag, transactions, routes and what
 * follows) is not narrowed by task type and model.
 *
 * @param now by the ledger's clock
 * @param sampledAt the beginning of the ten seconds at whose end levels were counted; null: not yet
 * @param capped kinds of levels that were not counted to the end: there is more
 * @param nonFinal tasks that should become final, by state
 * @param stuck those of them that have been in their state for over ten minutes, by state
 * @param unlanded tasks whose newest version is not in the view
 * @param landedNow documents a second of the last half minute, whatever the range; null: nobody has counted
 * @param landed in the range
 * @param repairs of the range
 * @param silent the most frequent first, ten at most
 * @param failures open ones by {@code status:cause}
 * @param deadLetters that wait for a person
 * @param transactions of the range, all nodes together
 * @param lag records that wait, by topic
 * @param routes of this node
 * @param awayComponents servers that this node can't reach
 * @param view whether this node's writes are taken, index by index
 * @param alarms open ones by severity
 * @param groups task types and models of the last days, to choose from; empty: not told
 */
record Overview(
        Instant now,
        Instant from,
        Instant to,
        @Nullable Instant sampledAt,
        List<String> capped,
        Map<String, Long> nonFinal,
        Map<String, Long> stuck,
        long unlanded,
        @Nullable Double landedNow,
        History.Landed landed,
        Series series,
        Counts.RepairCounts repairs,
        List<Silence> silent,
        Map<String, Long> failures,
        long deadLetters,
        List<History.TransactionLine> transactions,
        Map<String, Long> lag,
        String node,
        List<RouteState> routes,
        List<Away> awayComponents,
        ViewApi.View view,
        io.landfall.compensation.Status compensation,
        io.landfall.inspection.Status inspection,
        Map<String, Long> alarms,
        List<History.Known> groups) {

    /** A server that this node can't reach. */
    record Away(Component component, Instant since, String reason) {}
}
