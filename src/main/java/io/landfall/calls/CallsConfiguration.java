package io.landfall.calls;

import java.time.Duration;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of the call log.
 *
 * @param enabled whether model calls are received; without them, or a table of your own, the call log can't tell
 * @param group the consumer group whose committed offsets say what is on record
 * @param retention how long a call is kept after it was last told of
 * @param maxResult longer results are not kept: such a call says that the task is done, and not what came of it
 * @param sql the statement that reads calls: {@code classpath:} or {@code file:}
 * @param catchUp how long a look waits for calls that are in the topic and not yet on record
 * @param dataSource where the statement runs
 */
@Validated
@ConfigurationProperties("landfall.calls")
public record CallsConfiguration(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("landfall-calls") @NotBlank String group,
        @DefaultValue("30d") @NotNull Duration retention,
        @DefaultValue("1MB") @NotNull DataSize maxResult,
        @DefaultValue("classpath:sql/verify-call-log.sql") @NotBlank String sql,
        @DefaultValue("5s") @NotNull Duration catchUp,
        @DefaultValue @NotNull Source dataSource) {
    private static final Duration LEAST = Duration.ofHours(1);

    public CallsConfiguration {
        if (retention.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(
                    "landfall.calls.retention is " + retention + "; it must be at least " + LEAST);
        }
    }

    /**
     * A database of your own with a call table.
     *
     * @param url JDBC; empty: the ledger, and the table that is filled from the topic
     */
    public record Source(
            @DefaultValue("") String url, @DefaultValue("") String username, @DefaultValue("") String password) {
        @Override
        public String toString() {
            return "Source[url=" + url + "]";
        }
    }

    /** Whether calls are read from the table that is filled from the topic. */
    public boolean isOwnTable() {
        return dataSource.url.isBlank();
    }
}
