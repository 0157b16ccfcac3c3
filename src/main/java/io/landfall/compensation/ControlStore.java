package io.landfall.compensation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The one row of {@code compensation_control}. */
final class ControlStore {
    private static final String READ =
            "select *, (extract(epoch from now() - resumed_at) * 1000)::bigint as resumed_for from compensation_control";

    private final JdbcTemplate jdbc;

    ControlStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    Control read() {
        return Objects.requireNonNull(jdbc.queryForObject(READ, (row, i) -> control(row)));
    }

    /** Until the transaction ends nobody else decides. */
    Control lock() {
        return Objects.requireNonNull(jdbc.queryForObject(READ + " for update", (row, i) -> control(row)));
    }

    private static Control control(ResultSet row) throws SQLException {
        Long windowMillis = row.getObject("window_ms", Long.class);
        Changes changes = new Changes(
                row.getObject("batch_size", Integer.class),
                row.getObject("max_attempts", Integer.class),
                row.getObject("rate", Integer.class),
                windowMillis == null ? null : Duration.ofMillis(windowMillis));
        return new Control(
                instant(row, "paused_at"),
                row.getString("paused_by"),
                row.getObject("resumed_for", Long.class),
                changes,
                instant(row, "tuned_at"),
                row.getString("tuned_by"),
                instant(row, "looked_at"));
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }

    /** A schedule has looked. */
    void looked() {
        jdbc.update("update compensation_control set looked_at = now()");
    }

    void pause(String by) {
        jdbc.update("update compensation_control set paused_at = now(), paused_by = ? where paused_at is null", by);
    }

    void resume() {
        jdbc.update("update compensation_control set paused_at = null, paused_by = null, resumed_at = now()"
                + " where paused_at is not null");
    }

    void tune(String by, Changes changes) {
        Duration window = changes.window();
        jdbc.update(
                "update compensation_control set batch_size = ?, max_attempts = ?, rate = ?, window_ms = ?,"
                        + " tuned_at = now(), tuned_by = ?",
                changes.batchSize(),
                changes.maxAttempts(),
                changes.rate(),
                window == null ? null : window.toMillis(),
                by);
    }
}
