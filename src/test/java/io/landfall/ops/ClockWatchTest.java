package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.ledger.LedgerClock;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.view.MemoryLedger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ClockWatchTest {
    private final MeterRegistry meters = new SimpleMeterRegistry();
    /** Kept: a gauge holds it only weakly. */
    private ClockWatch watch;

    private final List<String> said = new ArrayList<>();
    private final Alarms alarms = new Alarms() {
        @Override
        public void raise(String key, Severity severity, String summary) {
            said.add(key + " " + summary);
        }

        @Override
        public void close(String key) {
            said.add("close " + key);
        }
    };

    @ParameterizedTest
    @CsvSource({
        "PT0S,  close clock-off:n1",
        "PT1S,  close clock-off:n1",
        "PT-1S, close clock-off:n1",
        "PT1H,  clock-off:n1 the clock of node n1 is 3600 s ahead of the ledger's",
        "PT-1H, clock-off:n1 the clock of node n1 is 3600 s behind the ledger's",
    })
    void a_clock_that_is_seconds_off_the_ledgers_is_an_alarm(Duration off, String wanted) {
        // half a second: time goes on between the two looks
        Clock clock = Clock.offset(Clock.systemUTC(), off.isNegative() ? off.minusMillis(500) : off.plusMillis(500));
        watch = new ClockWatch(
                new LedgerClock(new MemoryLedger()),
                clock,
                alarms,
                new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(15), 5, "n1"),
                meters);
        watch.look();
        assertThat(meters.get("landfall.clock.ahead").gauge().value()).isCloseTo(off.toMillis() / 1000.0, within(2.0));
        assertThat(said).singleElement().asString().startsWith(wanted);
    }
}
