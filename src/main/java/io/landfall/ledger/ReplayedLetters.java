package io.landfall.ledger;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;

/**
 * Dead letters that come back: a replay says in a header which letter it is. It is believed only when key and bytes are
 * that letter's, so that nobody can hide a record of theirs behind it; then what becomes of it is one more attempt of the
 * letter, not another letter.
 */
final class ReplayedLetters {
    private static final int LONGEST_ID = 18;

    // in id order, so that two batches can't wait for each other
    private static final String LOCK =
            """
            select id, key, hash, payload is null as tombstone from dead_letter where id = any (?) order by id for update
            """;

    private static final String APPEND =
            """
            with tried as (
                insert into dead_letter_attempt (dead_letter_id, number, outcome, reason, detail, topic, partition_no, offset_no,
                    record_at)
                select n.id,
                    coalesce((select max(number) from dead_letter_attempt a where a.dead_letter_id = n.id), 0)
                        + row_number() over (partition by n.id order by n.at),
                    n.outcome, n.reason, n.detail, n.topic, n.partition_no, n.offset_no, %s
                from unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[])
                    with ordinality n(id, outcome, reason, detail, topic, partition_no, offset_no, record_at, at)
                on conflict (dead_letter_id, topic, partition_no, offset_no, record_at) do nothing
                returning dead_letter_id, outcome)
            update dead_letter d set resolved_at = case when t.applied then now() else d.resolved_at end,
                status = case when t.applied then 'RESOLVED' when d.status = 'ABANDONED' then 'ABANDONED' else 'OPEN' end
            from (select dead_letter_id, bool_or(outcome not in ('ILLEGAL', 'MALFORMED')) as applied from tried
                group by dead_letter_id) t
            where d.id = t.dead_letter_id and d.status <> 'RESOLVED'
            """
                    .formatted(TaskRows.time("record_at"));

    private final JdbcTemplate jdbc;

    ReplayedLetters(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Which of these are replays of which letters, by identity; the letters are locked. */
    IdentityHashMap<Delivery, Long> find(List<Delivery> deliveries) {
        return find(deliveries, Delivery::source, ReplayedLetters::hash);
    }

    /** The same for whatever has a source, and the hash of its bytes. */
    <T> IdentityHashMap<T, Long> find(List<T> received, Function<T, SourceRecord> source, Function<T, byte[]> hash) {
        IdentityHashMap<T, Long> claimed = new IdentityHashMap<>();
        for (T one : received) {
            Long id = letterId(source.apply(one));
            if (id != null) {
                claimed.put(one, id);
            }
        }
        if (claimed.isEmpty()) {
            return claimed;
        }
        Map<Long, Letter> letters = new HashMap<>();
        jdbc.query(
                LOCK,
                row -> {
                    letters.put(
                            row.getLong("id"),
                            new Letter(row.getBytes("key"), row.getBytes("hash"), row.getBoolean("tombstone")));
                },
                (Object) claimed.values().stream().distinct().toArray(Long[]::new));
        claimed.entrySet()
                .removeIf(entry -> !isThat(
                        letters.get(entry.getValue()), source.apply(entry.getKey()), hash.apply(entry.getKey())));
        return claimed;
    }

    private static boolean isThat(@Nullable Letter letter, SourceRecord source, byte[] hash) {
        return letter != null
                && letter.tombstone == (source.value() == null)
                && Arrays.equals(letter.hash, hash)
                && Arrays.equals(letter.key, source.key());
    }

    private static byte[] hash(Delivery delivery) {
        if (delivery instanceof Delivery.WellFormed wellFormed) {
            return wellFormed.hash();
        }
        return ((Delivery.Malformed) delivery).hash();
    }

    private static @Nullable Long letterId(SourceRecord source) {
        Long id = null;
        for (SourceRecord.Header header : source.headers()) {
            if (header.name().equals(DeadLetterActions.HEADER)) {
                id = number(header.value());
            }
        }
        return id;
    }

    private static @Nullable Long number(byte @Nullable [] digits) {
        if (digits == null || digits.length == 0 || digits.length > LONGEST_ID) {
            return null;
        }
        long number = 0;
        for (byte digit : digits) {
            if (digit < '0' || digit > '9') {
                return null;
            }
            number = number * 10 + digit - '0';
        }
        return number;
    }

    /** Appends attempts; a delivery that was counted before (a batch read again) is not counted twice. */
    void keep(List<Attempt> attempts) {
        jdbc.update(
                APPEND,
                attempts.stream().map(Attempt::letterId).toArray(Long[]::new),
                attempts.stream().map(attempt -> attempt.word.name()).toArray(String[]::new),
                attempts.stream().map(Attempt::reason).toArray(String[]::new),
                attempts.stream().map(Attempt::printableDetail).toArray(String[]::new),
                attempts.stream().map(attempt -> attempt.source.topic()).toArray(String[]::new),
                attempts.stream()
                        .mapToInt(attempt -> attempt.source.partition())
                        .toArray(),
                attempts.stream().mapToLong(attempt -> attempt.source.offset()).toArray(),
                attempts.stream()
                        .map(attempt -> Columns.micros(attempt.source.at()))
                        .toArray(Long[]::new));
    }

    private record Letter(byte @Nullable [] key, byte[] hash, boolean tombstone) {}

    /**
     * What became of one replay.
     *
     * @param reason null: it was applied
     * @param detail null: it was applied
     */
    record Attempt(
            long letterId, Ledger.Word word, @Nullable String reason, @Nullable String detail, SourceRecord source) {
        @Nullable
        String printableDetail() {
            return detail == null ? null : Printable.of(detail);
        }
    }
}
