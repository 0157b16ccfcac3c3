package io.landfall.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Component;

/**
 * Read-only questions to the ledger, each bounded: lists are walked along a key by its index, over so many rows at most, so
 * that a filter that matches nothing costs no more than one that does.
 */
@Component
class LedgerReader {
    /** Rows that one request may go over in the order they were written in, more or less: some 50 ms. */
    static final int LOOK = 100_000;

    /** Rows that one request may go over when each is on a page of its own. */
    static final int SCATTERED = 10_000;

    private final JdbcTemplate jdbc;

    LedgerReader(DataSource ledger) {
        jdbc = new JdbcTemplate(ledger);
        jdbc.setQueryTimeout(10);
    }

    <T> List<T> list(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        return jdbc.query(sql, mapper, parameters);
    }

    /** The first row, or null when there is none. */
    <T> @Nullable T one(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        List<T> found = jdbc.query(sql, mapper, parameters);
        return found.isEmpty() ? null : found.get(0);
    }

    /**
     * A part of a table.
     *
     * @param walk the walk, served by an index, before the filter
     * @param filter on the columns of the walk's table
     */
    <T> Page<T> page(Walk walk, Filter filter, int limit, RowMapper<T> mapper, Function<T, Object> key) {
        List<Object> parameters = new ArrayList<>(walk.start.parameters());
        parameters.add(walk.look);
        parameters.addAll(filter.parameters());
        parameters.add(limit);
        List<T> found = jdbc.query(walk.statement(filter), mapper, parameters.toArray());
        return Page.of(found, limit, key, found.size() < limit ? bound(walk) : null);
    }

    private @Nullable Object bound(Walk walk) {
        List<Object> parameters = new ArrayList<>(walk.start.parameters());
        parameters.add(walk.look - 1);
        List<Object> bound = jdbc.query(
                "select " + walk.key + " " + walk.rows() + " offset ? limit 1",
                (rs, i) -> rs.getObject(1),
                parameters.toArray());
        return bound.isEmpty() ? null : bound.get(0);
    }

    /**
     * How to go through a table.
     *
     * @param key what a page ends with: a column, or an expression, of which {@code start} can tell what comes after it
     * @param order ascending or descending, along an index
     * @param start where the walk begins
     * @param look rows that one request goes over at most
     */
    record Walk(String table, String key, String order, Filter start, int look) {
        static Walk up(String table, String key, @Nullable Object after) {
            return new Walk(table, key, key, new Filter().with(key + " > ?", after), LOOK);
        }

        /** Newest first. */
        static Walk down(String table, String key, @Nullable Object after) {
            return new Walk(table, key, key + " desc", new Filter().with(key + " < ?", after), LOOK);
        }

        /** With the parameters of the start, {@code look}, those of the filter, and a limit. */
        String statement(Filter filter) {
            return "select * from (select * " + rows() + " limit ?) walked where " + filter.conditions() + " order by "
                    + order + " limit ?";
        }

        private String rows() {
            return "from " + table + " where " + start.conditions() + " order by " + order;
        }
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }

    static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
