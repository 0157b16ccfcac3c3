package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

class AlarmLogTest {
    private final List<String> lines = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final AlarmLog log = new AlarmLog(logger(), clock());

    @Test
    void a_storm_is_told_ever_more_rarely_and_counted() {
        for (int second = 0; second < 3 * 3600; second++) {
            log.raised("k", Severity.P2, "s");
            now = now.plus(Duration.ofSeconds(1));
        }
        // 0, 1, 3, 7, 15, 31, 63 minutes, then hourly
        assertThat(lines).hasSize(8).first().isEqualTo("warn P2 k: s");
        assertThat(lines.get(1)).isEqualTo("warn P2 k: s (60 more)");
    }

    @Test
    void p1_is_an_error_and_each_key_has_its_own_line() {
        log.raised("a", Severity.P1, "s");
        log.raised("b", Severity.P3, "s");
        assertThat(lines).containsExactly("error P1 a: s", "warn P3 b: s");
    }

    @Test
    void after_its_end_it_is_told_at_once_again() {
        log.closed("k");
        log.raised("k", Severity.P2, "s");
        log.closed("k");
        log.raised("k", Severity.P2, "s");
        assertThat(lines).hasSize(2);
    }

    private Logger logger() {
        Logger logger = mock(Logger.class);
        doAnswer(call -> lines.add("warn " + call.getArgument(0))).when(logger).warn(anyString());
        doAnswer(call -> lines.add("error " + call.getArgument(0))).when(logger).error(anyString());
        return logger;
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }
        };
    }
}
