package io.landfall.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;

/**
 * How long the overview, lists and a scrape take over HTTP, with so many tasks in the ledger, a hundredth of them not final, a tenth as
 * many open failures, and a week of samples of three nodes.
 */
final class OverviewBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final String NAME = "bench-overview";
    private static final String PASSWORD = "only-for-benchmarks";
    /** Of each question that are timed, after a third as many that are not. */
    private static final int REQUESTS = 30;

    private static final Pattern UP = Pattern.compile("Landfall is up: (http://[^/]+)/");

    private static final List<String> QUESTIONS = List.of(
            "/api/overview",
            "/api/overview?taskType=type-3&model=m-3",
            "/api/overview?from=PT6H",
            "/api/overview?taskType=type-3&model=m-3&from=PT6H",
            "/api/overview?from=P7D",
            "/api/tasks",
            "/api/tasks?state=TO_RETRY",
            "/api/tasks?sort=oldest&olderThan=PT10M",
            "/api/tasks?sort=oldest&olderThan=PT10M&taskType=none",
            "/api/failures",
            "/api/failures?status=PERMANENT&cause=none",
            "/api/dead-letters?status=OPEN",
            "/api/alarms?open=true",
            "/api/operator-actions",
            "/actuator/prometheus");

    private static final int PART = 500_000;

    private static final String TASKS =
            """
            insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type, model,
                created_at, state_since, updated_at, due_at)
            select 'bench-' || lpad(n::text, 9, '0'), 'tasks', case when n % 100 = 0 then 'ANALYZING' else 'ANALYZED' end, 1, n,
                n, 3, ''::bytea, 'type-' || n % 30, 'm-' || n % 30, now() - interval '1 day',
                now() - n % 86400 * interval '1 second', now() - interval '1 hour',
                case when n % 100 = 0 then now() - n % 86400 * interval '1 second' end
            from generate_series(?::int, ?::int) n
            """;

    private static final String FAILURES =
            """
            insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                status, next_attempt_at)
            select 'bench-' || lpad((n * 10)::text, 9, '0'), 'tasks', 'index', n, 'cause-' || n % 12, 'it was refused',
                'task-events', '{"text": "..."}', true,
                (array['PENDING', 'PERMANENT', 'EXHAUSTED'])[1 + n % 3], now() + interval '1 day'
            from generate_series(?::int, ?::int) n
            """;

    private static final String SUSPICIONS =
            """
            insert into suspicion (task_id, attempt, state_since, kind, looks, since, looked_at, next_at, confirms, told,
                verifier, reason)
            select task_id, attempt, state_since, (array['ABSENT', 'UNKNOWN', 'RUNNING'])[1 + version % 3], 1, now(), now(),
                now() + interval '1 day', false, false, 'verify-call-log', 'because'
            from task where due_at is not null order by due_at limit 20000
            """;

    private static final String REPAIRS =
            """
            insert into repair (inspection_id, task_id, attempt, kind, event_id, state, state_since, reason, created_at,
                settled_at, outcome)
            select 1, 'bench-' || lpad(n::text, 9, '0'), 1, 'COMPLETED', 'e', 'ANALYZING', now() - interval '1 day', 'it was done',
                now() - n * interval '1 second', now() - n * interval '1 second', 'APPLIED'
            from generate_series(1, 100000) n
            """;

    /** 30 pairs, and the sum over them. */
    private static final String GROUPS =
            """
            with groups(prefix, task_type, model, pairs) as (
                select '', 'type-' || n, 'm-' || n, 1 from generate_series(0, 29) n union all select 'all-', '', '', 30)
            """;

    private static final String LEVELS = GROUPS
            + """
            insert into overview_level (step, at, kind, name, task_type, model, number)
            select s.step, date_bin(s.step * interval '1 second', now(), 'epoch') - i * s.step * interval '1 second',
                g.prefix || k.kind, k.name, g.task_type, g.model, 7 * g.pairs
            from unnest(array[10, 60, 600, 3600], array[720, 720, 432, 168]) s(step, points)
            cross join lateral generate_series(1, s.points) i
            cross join groups g
            cross join unnest(array['tasks', 'tasks', 'tasks', 'stuck', 'stuck', 'stuck', 'unlanded'],
                array['TO_ANALYZE', 'ANALYZING', 'TO_RETRY', 'TO_ANALYZE', 'ANALYZING', 'TO_RETRY', '']) k(kind, name)
            on conflict do nothing
            """;

    private static final String FLOWS = GROUPS
            + """
            insert into overview_flow (step, at, kind, name, task_type, model, node, number, millis, buckets)
            select s.step, date_bin(s.step * interval '1 second', now(), 'epoch') - i * s.step * interval '1 second',
                g.prefix || k, '', g.task_type, g.model, 'node-' || node, 100 * g.pairs, 30000 * g.pairs,
                case when k = 'events' then array_fill(2::bigint * g.pairs, array[60]) else '{}' end
            from unnest(array[10, 60, 600, 3600], array[720, 720, 432, 168]) s(step, points)
            cross join lateral generate_series(1, s.points) i
            cross join groups g
            cross join unnest(array['documents', 'events']) k
            cross join generate_series(1, 3) node
            on conflict do nothing
            """;

    private final BenchOptions options;
    private final LocalStack stack;
    private final int tasks = BenchOptions.number("bench.tasks", 10_000_000);
    private final HttpClient http = HttpClient.newHttpClient();

    private OverviewBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    /** In milliseconds, of answers that came whole. */
    private record Times(String question, double p50, double longest, int bytes) {}

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new OverviewBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        String topic = NAME + "-events";
        topics.create(List.of(
                topic, "landfall.model-calls", "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        new Elastic(stack.elasticsearchUrl()).createIndex(NAME + "-000001", NAME);
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.admin-password=" + PASSWORD);
        arguments.add("--landfall.inspection.period=12h");
        arguments.add("--landfall.audit.at=-");
        Contender.Place place = new Contender.Place(stack, topic, NAME, NAME, 0, arguments, options.jvm());
        try (Group group = new Group(stack.bootstrapServers(), NAME, topic);
                Child child = Contender.LANDFALL.start(place)) {
            JdbcTemplate ledger = LedgerDatabase.open(stack, NAME);
            child.await(group::isReading, START);
            fill(ledger);
            String origin = origin(child);
            // one that counted all this
            long before = samples(ledger);
            child.await(() -> samples(ledger) > before, START);
            System.out.printf("%n%-60s %10s %10s %10s%n", "", "p50, ms", "longest", "bytes");
            List<Times> found = new ArrayList<>();
            for (String question : QUESTIONS) {
                Times times = ask(origin, question);
                System.out.printf("%-60s %10.1f %10.1f %,10d%n", times.question, times.p50, times.longest, times.bytes);
                found.add(times);
            }
            report(found, sampling(origin));
        }
    }

    private void fill(JdbcTemplate ledger) {
        for (int from = 1; from <= tasks; from += PART) {
            ledger.update(TASKS, from, Math.min(tasks, from + PART - 1));
        }
        for (int from = 1; from <= tasks / 10; from += PART) {
            ledger.update(FAILURES, from, Math.min(tasks / 10, from + PART - 1));
        }
        ledger.update(SUSPICIONS);
        ledger.update(REPAIRS);
        ledger.update(LEVELS);
        ledger.update(FLOWS);
        ledger.execute("vacuum analyze");
    }

    private static long samples(JdbcTemplate ledger) {
        Long number = ledger.queryForObject(
                "select count(distinct at) from overview_level where step = 10 and kind = 'failures'", Long.class);
        return number == null ? 0 : number;
    }

    private static String origin(Child child) throws Exception {
        Path log = Path.of("target", "bench", "logs", "landfall.log");
        String[] found = new String[1];
        child.await(
                () -> {
                    Matcher up = UP.matcher(Files.readString(log));
                    found[0] = up.find() ? up.group(1) : null;
                    return found[0] != null;
                },
                START);
        return found[0];
    }

    private Times ask(String origin, String question) throws IOException, InterruptedException {
        int bytes = 0;
        for (int i = 0; i < REQUESTS / 3; i++) {
            bytes = get(origin, question).length();
        }
        double[] millis = new double[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            long began = System.nanoTime();
            get(origin, question);
            millis[i] = Duration.ofNanos(System.nanoTime() - began).toNanos() / 1e6;
        }
        Arrays.sort(millis);
        return new Times(question, millis[REQUESTS / 2], millis[REQUESTS - 1], bytes);
    }

    private String get(String origin, String target) throws IOException, InterruptedException {
        String login = Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(origin + target))
                        .header("Authorization", "Basic " + login)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(target + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /** The transaction that counts, on average. */
    private Duration sampling(String origin) throws IOException, InterruptedException {
        for (JsonNode line :
                new ObjectMapper().readTree(get(origin, "/api/transactions")).path("items")) {
            if (line.path("name").asText().equals("sample-overview")) {
                return Duration.parse(line.path("mean").asText());
            }
        }
        throw new IOException("nothing was sampled");
    }

    private void report(List<Times> found, Duration sampling) throws IOException {
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "overview");
        root.putObject("conditions")
                .put("tasks", tasks)
                .put("failures", tasks / 10)
                .put("requests", REQUESTS)
                .put("postgresFsync", options.fsync());
        ArrayNode questions = root.putArray("questions");
        for (Times times : found) {
            questions
                    .addObject()
                    .put("question", times.question)
                    .put("p50Millis", times.p50)
                    .put("longestMillis", times.longest)
                    .put("bytes", times.bytes);
        }
        System.out.printf("a sample takes %d ms on average%n", sampling.toMillis());
        root.put("sampleMillis", sampling.toMillis());
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("overview.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }
}
