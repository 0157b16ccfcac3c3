package io.landfall.inspection;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The one row of {@code inspection_control}. */
final class ControlStore {
    private static final String READ = "select *, next_at <= now() as due from inspection_control";
    private static final String NEXT =
            """
            update inspection_control set pace_ms = ?, empty_looks = ?, next_at = now() + ? * interval '1 millisecond'
            """;
    /** A shorter period holds at once, a longer one after the next inspection. */
    private static final String TUNE =
            """
            update inspection_control set period_ms = ?, scan_limit = ?, confirm_after_ms = ?, tuned_at = now(), tuned_by = ?,
                pace_ms = null, empty_looks = 0, next_at = least(next_at, now() + ? * interval '1 millisecond')
            """;

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

    /** A schedule looks now. */
    Control looked() {
        return Objects.requireNonNull(jdbc.queryForObject(
                "update inspection_control set looked_at = now() returning *, next_at <= now() as due",
                (row, i) -> control(row)));
    }

    private static Control control(ResultSet row) throws SQLException {
        Changes changes = new Changes(
                duration(row, "period_ms"),
                row.getObject("scan_limit", Integer.class),
                duration(row, "confirm_after_ms"));
        return new Control(
                instant(row, "paused_at"),
                row.getString("paused_by"),
                changes,
                instant(row, "tuned_at"),
                row.getString("tuned_by"),
                row.getTimestamp("looked_at").toInstant(),
                row.getTimestamp("next_at").toInstant(),
                row.getBoolean("due"),
                duration(row, "pace_ms"),
                row.getInt("empty_looks"),
                row.getString("min_ages"));
    }

    private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
        Long millis = row.getObject(column, Long.class);
        return millis == null ? null : Duration.ofMillis(millis);
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }

    /** The next inspection comes at that pace from now on. */
    void next(Pace pace) {
        jdbc.update(
                NEXT, pace.every().toMillis(), pace.emptyLooks(), pace.every().toMillis());
    }

    void dueBy(String minAges) {
        jdbc.update("update inspection_control set min_ages = ?", minAges);
    }

    void pause(String by) {
        jdbc.update("update inspection_control set paused_at = now(), paused_by = ? where paused_at is null", by);
    }

    /** The next inspection is due at once: much may have gone silent meanwhile. */
    void resume() {
        jdbc.update(
                "update inspection_control set paused_at = null, paused_by = null, resumed_at = now(), next_at = now()"
                        + " where paused_at is not null");
    }

    void tune(String by, Changes changes, Settings now) {
        jdbc.update(
                TUNE,
                changes.period() == null ? null : changes.period().toMillis(),
                changes.scanLimit(),
                changes.confirmAfter() == null ? null : changes.confirmAfter().toMillis(),
                by,
                now.period().toMillis());
    }
}
