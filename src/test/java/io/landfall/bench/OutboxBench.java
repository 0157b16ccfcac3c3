package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.fault.RelayedMessages;
import io.landfall.stack.LocalStack;

/**
 * So many messages that another service wrote, relayed by a node that is killed in the middle and the one that follows it: the
 * rate of either, by the ledger's clock, and whether any message is lost or comes before an earlier one of its key.
 */
final class OutboxBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String NAME = "bench-outbox";
    private static final String TOPIC = "bench-outbox-messages";

    private static final String RATE =
            """
            select count(*) / extract(epoch from max(sent_at) - min(sent_at)) from outbox
            where status = 'SENT' and topic = ? and id > ?
            """;

    private final BenchOptions options;
    private final LocalStack stack;

    private OutboxBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new OutboxBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(
                List.of(Variant.CLEAN.topic(), TOPIC, "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        new Elastic(stack.elasticsearchUrl()).createIndex(NAME + "-000001", NAME);
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.outbox.topics=" + TOPIC);
        Contender.Place place = new Contender.Place(
                stack, Variant.CLEAN.topic(), NAME, NAME, options.tasks(), List.copyOf(arguments), options.jvm());
        JdbcTemplate ledger = LedgerDatabase.open(stack, NAME);
        double whole;
        double beforeKill;
        try (Child child = Contender.LANDFALL.start(place);
                Group group = new Group(stack.bootstrapServers(), NAME, Variant.CLEAN.topic())) {
            child.await(group::isReading, START);
            fill(ledger, 0);
            child.await(() -> sent(ledger) == options.tasks(), LONGEST);
            whole = rate(ledger, 0);
            fill(ledger, options.tasks());
            child.await(() -> sent(ledger) > options.tasks() * 3L / 2, LONGEST);
            child.kill();
            beforeKill = rate(ledger, options.tasks());
        }
        long sentByKilled = sent(ledger) - options.tasks();
        try (Child child = Contender.LANDFALL.again(place)) {
            child.await(() -> sent(ledger) == options.tasks() * 2L, LONGEST);
        }
        report(
                whole,
                beforeKill,
                sentByKilled,
                RelayedMessages.in(stack.bootstrapServers(), TOPIC, Topics.PARTITIONS, 2 * options.tasks()));
    }

    private void fill(JdbcTemplate ledger, int after) {
        RelayedMessages.write(ledger, TOPIC, after + 1, after + options.tasks());
    }

    private static long sent(JdbcTemplate ledger) {
        Long count = ledger.queryForObject(
                "select count(*) from outbox where status = 'SENT' and topic = ?", Long.class, TOPIC);
        return count == null ? 0 : count;
    }

    private static double rate(JdbcTemplate ledger, long after) {
        Double rate = ledger.queryForObject(RATE, Double.class, TOPIC, after);
        return rate == null ? Double.NaN : rate;
    }

    private void report(double whole, double beforeKill, long sentByKilled, RelayedMessages found) throws IOException {
        System.out.printf(
                "%,d messages relayed at %,.0f a second; %,d more at %,.0f a second until kill -9 after %,d;"
                        + " in the topic %,d records, %d lost, %d early, %d twice%n",
                options.tasks(),
                whole,
                options.tasks(),
                beforeKill,
                sentByKilled,
                found.records(),
                found.lost(),
                found.early(),
                found.records() - 2L * options.tasks());
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "outbox");
        root.putObject("conditions")
                .put("messages", options.tasks())
                .put("keys", RelayedMessages.KEYS)
                .put("bytes", 300)
                .put("postgresFsync", options.fsync());
        root.putObject("contenders")
                .putObject("landfall")
                .put("messagesPerSecond", whole)
                .put("messagesPerSecondBeforeKill", beforeKill)
                .put("lost", found.lost())
                .put("early", found.early())
                .put("twice", found.records() - 2L * options.tasks());
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("outbox.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
        if (found.lost() > 0 || found.early() > 0) {
            throw new IOException(found.lost() + " messages are lost, " + found.early() + " are early");
        }
    }
}
