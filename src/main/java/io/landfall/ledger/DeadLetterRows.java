package io.landfall.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import io.landfall.event.SourceRecord;

/** The table {@code dead_letter}, and the outbox row that takes each new one to its topic. */
final class DeadLetterRows {
    private static final int MOST_HEADERS = 100;
    private static final int LONGEST_HEADER = 4096;
    private static final JsonFactory JSON = new JsonFactory();

    private static final String KEEP =
            """
            with kept as (
                insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, task_id, key, payload, headers)
                select n.topic, n.partition_no, n.offset_no, %s, n.hash, n.reason, n.detail, n.task_id, n.key, n.payload, n.headers
                from unnest(?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bytea[], ?::text[], ?::text[], ?::text[], ?::bytea[],
                    ?::bytea[], ?::bytea[])
                    n(topic, partition_no, offset_no, record_at, hash, reason, detail, task_id, key, payload, headers)
                on conflict (topic, partition_no, offset_no, record_at, hash) do nothing
                returning id)
            insert into outbox (topic, dead_letter_id) select ?, id from kept order by id
            """
                    .formatted(TaskRows.time("record_at"));

    private final JdbcTemplate jdbc;
    private final String topic;

    DeadLetterRows(JdbcTemplate jdbc, String topic) {
        this.jdbc = jdbc;
        this.topic = topic;
    }

    /** Keeps letters; one that is there already (a replayed batch) is not kept twice. */
    void keep(List<DeadLetter> letters) {
        jdbc.update(
                KEEP,
                letters.stream().map(letter -> letter.source().topic()).toArray(String[]::new),
                letters.stream().mapToInt(letter -> letter.source().partition()).toArray(),
                letters.stream().mapToLong(letter -> letter.source().offset()).toArray(),
                letters.stream()
                        .map(letter -> Columns.micros(letter.source().at()))
                        .toArray(Long[]::new),
                letters.stream().map(DeadLetter::hash).toArray(byte[][]::new),
                letters.stream().map(DeadLetter::reason).toArray(String[]::new),
                letters.stream().map(letter -> Printable.of(letter.detail())).toArray(String[]::new),
                letters.stream().map(DeadLetter::taskId).toArray(String[]::new),
                letters.stream().map(letter -> letter.source().key()).toArray(byte[][]::new),
                letters.stream().map(letter -> letter.source().value()).toArray(byte[][]::new),
                letters.stream()
                        .map(letter -> headers(letter.source().headers()))
                        .toArray(byte[][]::new),
                topic);
    }

    /** Bounded: a header past the bound is left out, for the payload is what must be whole. */
    private static byte[] headers(List<SourceRecord.Header> headers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartArray();
            for (SourceRecord.Header header : headers.subList(0, Math.min(MOST_HEADERS, headers.size()))) {
                byte[] value = header.value();
                if (header.name().length() <= LONGEST_HEADER && (value == null || value.length <= LONGEST_HEADER)) {
                    json.writeStartArray();
                    json.writeString(Printable.of(header.name()));
                    if (value == null) {
                        json.writeNull();
                    } else {
                        json.writeBinary(value);
                    }
                    json.writeEndArray();
                }
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException("headers of a dead letter can't be written", e);
        }
        return out.toByteArray();
    }
}
