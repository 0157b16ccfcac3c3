package io.landfall.console;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.overview.Counts;
import io.landfall.overview.History;
import io.landfall.overview.RouteStates;
import io.landfall.overview.RouteStates.RouteState;
import io.landfall.overview.Scope;
import io.landfall.overview.Silences;

/** {@code /api/overview}: whether tasks land, what is stuck and why, on one page. */
@RestController
class OverviewApi {
    /** What is shown when nobody says otherwise. */
    private static final Duration USUAL = Duration.ofHours(1);

    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private final History history;
    private final Counts counts;
    private final Silences silences;
    private final Availability availability;
    private final ViewApi view;
    private final io.landfall.compensation.Steering compensation;
    private final io.landfall.inspection.Steering inspection;
    private final ObjectProvider<RouteStates> routes;
    private final String node;

    OverviewApi(
            History history,
            Counts counts,
            Silences silences,
            Availability availability,
            ViewApi view,
            io.landfall.compensation.Steering compensation,
            io.landfall.inspection.Steering inspection,
            ObjectProvider<RouteStates> routes,
            LedgerConfiguration ledger) {
        this.history = history;
        this.counts = counts;
        this.silences = silences;
        this.availability = availability;
        this.view = view;
        this.compensation = compensation;
        this.inspection = inspection;
        this.routes = routes;
        this.node = ledger.node();
    }

    /** Of the last hour, unless {@code from} and {@code to} say otherwise; {@code from} may be so long before {@code to}. */
    @GetMapping("/api/overview")
    Overview overview(
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable Instant to,
            @RequestParam(required = false) @Nullable String taskType,
            @RequestParam(required = false) @Nullable String model) {
        Instant now = history.now();
        Instant end = to == null ? now : to;
        checkYear(end);
        Scope scope = new Scope(from == null ? end.minus(USUAL) : begin(from, end), end, taskType, model);
        if (!scope.from().isBefore(scope.to())) {
            throw new KnownParameters.BadParameter("from must be before to.");
        }
        checkYear(scope.from());
        return overview(scope, now);
    }

    /** The ledger knows fewer years than Java. */
    private static void checkYear(Instant time) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(END)) {
            throw new KnownParameters.BadParameter("from and to must lie between the years 1970 and 9999.");
        }
    }

    private static Instant begin(String from, Instant end) {
        try {
            return from.startsWith("P") ? end.minus(Duration.parse(from)) : Instant.parse(from);
        } catch (DateTimeException | ArithmeticException e) {
            throw new KnownParameters.BadParameter(
                    "from must be a time such as 2026-01-31T08:00:00Z, or a duration such as PT6H.");
        }
    }

    private Overview overview(Scope scope, Instant now) {
        History.Newest newest = history.newest(scope);
        History.Course course = history.course(scope, now);
        Map<String, Long> failures = scope.isOfAll() ? newest.of("failures") : counts.failures(scope);
        return new Overview(
                now,
                scope.from(),
                scope.to(),
                newest.at(),
                newest.capped(),
                newest.of("tasks"),
                newest.of("stuck"),
                newest.sum("unlanded"),
                history.landedNow(scope, now),
                course.landed(),
                course.series(),
                counts.repairs(scope),
                silences.top(scope),
                failures,
                newest.sum("letters"),
                history.transactions(scope, now),
                newest.of("lag"),
                node,
                routeStates(),
                away(),
                view.view(),
                compensation.status(),
                inspection.status(),
                counts.alarms(),
                history.groups());
    }

    private List<RouteState> routeStates() {
        RouteStates known = routes.getIfAvailable();
        return known == null ? List.of() : known.routes();
    }

    private List<Overview.Away> away() {
        return Arrays.stream(Component.values())
                .flatMap(component -> availability
                        .absence(component)
                        // an index that is waited for is told with the view's indices; its server answers
                        .filter(absence -> !absence.lasts().getAsBoolean())
                        .map(absence -> new Overview.Away(component, absence.since(), absence.reason()))
                        .stream())
                .toList();
    }
}
