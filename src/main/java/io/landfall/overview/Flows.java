package io.landfall.overview;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.TransactionRecords;

/** What happens on this node, added to {@code overview_flow} in each step. */
final class Flows {
    private static final String ADD =
            """
            insert into overview_flow as o (step, at, kind, name, task_type, model, node, number, millis, buckets)
            select s.step, s.at, n.kind, n.name, n.task_type, n.model, ?, n.number, n.millis, n.buckets::bigint[]
            from unnest(?::int[], ?::timestamptz[]) s(step, at)
            cross join unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])
                n(kind, name, task_type, model, number, millis, buckets)
            on conflict (step, at, kind, name, task_type, model, node) do update set
                number = o.number + excluded.number, millis = o.millis + excluded.millis,
                buckets = (select coalesce(array_agg(coalesce(a.n, 0) + coalesce(b.n, 0) order by i), '{}')
                           from unnest(o.buckets) with ordinality a(n, i)
                           full join unnest(excluded.buckets) with ordinality b(n, i) using (i))
            """;

    private final JdbcTemplate jdbc;
    private final TransactionRecords transactions;
    private final Landings landings;
    private final String node;
    /** By name, as they were told last. */
    private Map<String, TransactionRecords.Line> told = new HashMap<>();

    private List<Flow> waiting = List.of();

    Flows(JdbcTemplate jdbc, TransactionRecords transactions, Landings landings, String node) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.landings = landings;
        this.node = node;
    }

    /** Adds what happened since the last call; what can't be added now is added with the next. */
    void add(Instant at) {
        List<Flow> flows = new ArrayList<>(waiting);
        flows.addAll(landings.take());
        flows.addAll(transactions());
        // what waited and what came may be of the same kind, and a row can be added to but once a statement
        waiting = together(flows);
        if (!waiting.isEmpty()) {
            write(waiting, at);
            waiting = List.of();
        }
    }

    private static List<Flow> together(List<Flow> flows) {
        Map<List<Object>, Flow> sums = new HashMap<>();
        for (Flow flow : flows) {
            sums.merge(List.of(flow.kind(), flow.name(), flow.group()), flow, Flows::sum);
        }
        return List.copyOf(sums.values());
    }

    private static Flow sum(Flow one, Flow other) {
        return new Flow(
                one.kind(),
                one.name(),
                one.group(),
                one.number() + other.number(),
                one.millis() + other.millis(),
                Buckets.sum(one.buckets(), other.buckets()));
    }

    private List<Flow> transactions() {
        List<Flow> flows = new ArrayList<>();
        Map<String, TransactionRecords.Line> now = new HashMap<>();
        for (TransactionRecords.Line line : transactions.lines()) {
            now.put(line.name(), line);
            TransactionRecords.Line before = told.get(line.name());
            long number = line.count() - (before == null ? 0 : before.count());
            long millis = Math.max(0, total(line) - (before == null ? 0 : total(before)));
            long timeouts = line.timeouts() - (before == null ? 0 : before.timeouts());
            if (number > 0) {
                flows.add(new Flow(Flow.TRANSACTIONS, line.name(), Group.ALL, number, millis, List.of()));
            }
            if (timeouts > 0) {
                flows.add(new Flow(Flow.TIMEOUTS, line.name(), Group.ALL, timeouts, 0, List.of()));
            }
        }
        told = now;
        return flows;
    }

    private static long total(TransactionRecords.Line line) {
        return line.mean().multipliedBy(line.count()).toMillis();
    }

    private void write(List<Flow> flows, Instant at) {
        jdbc.update(
                ADD,
                node,
                Arrays.stream(Step.values()).map(Step::seconds).toArray(Integer[]::new),
                Arrays.stream(Step.values())
                        .map(step -> Timestamp.from(step.floor(at)))
                        .toArray(Timestamp[]::new),
                flows.stream().map(Flow::kind).toArray(String[]::new),
                flows.stream().map(Flow::name).toArray(String[]::new),
                flows.stream().map(flow -> flow.group().taskType()).toArray(String[]::new),
                flows.stream().map(flow -> flow.group().model()).toArray(String[]::new),
                flows.stream().map(Flow::number).toArray(Long[]::new),
                flows.stream().map(Flow::millis).toArray(Long[]::new),
                flows.stream()
                        .map(flow ->
                                flow.buckets().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}")))
                        .toArray(String[]::new));
    }
}
