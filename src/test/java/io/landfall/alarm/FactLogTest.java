package io.landfall.alarm;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.landfall.view.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FactLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("facts-under-test");
    private final ListAppender<ILoggingEvent> kept = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent line) {
            line.prepareForDeferredProcessing();
            super.append(line);
        }
    };
    private final SettableClock clock = new SettableClock();
    private final FactLog facts = new FactLog(logger, clock);

    FactLogTest() {
        logger.setAdditive(false);
        logger.addAppender(kept);
        kept.start();
    }

    @AfterEach
    void nothing_stays_on_the_thread() {
        logger.detachAppender(kept);
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void a_line_says_in_fields_of_its_own_what_it_is_about() {
        facts.warn("failures", "call-4", 17L, () -> "task call-4 has not landed");
        assertThat(kept.list.get(0).getMDCPropertyMap())
                .containsEntry("taskId", "call-4")
                .containsEntry("failureId", "17");
        facts.warn("dead letters", null, null, () -> "topic-0@7 is a dead letter");
        assertThat(kept.list.get(1).getMDCPropertyMap()).isEmpty();
    }

    @Test
    void a_line_that_can_not_be_written_leaves_nothing_behind() {
        assertThatThrownBy(() -> facts.warn("failures", "call-4", 17L, () -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
    }

    @Test
    void of_a_storm_twenty_are_told_and_then_how_many_more_there_were() {
        storm(50);
        facts.info("repairs", "other", null, () -> "of another kind");
        assertThat(lines()).hasSize(21).last().isEqualTo("of another kind");
        clock.pass(Duration.ofMinutes(1));
        facts.sum();
        assertThat(lines())
                .hasSize(22)
                .last()
                .asString()
                .startsWith("30 failures more in the minute since 2026-01-01T00:00:00Z");
        facts.sum();
        assertThat(lines()).hasSize(22);
    }

    @Test
    void the_next_minute_begins_anew() {
        storm(30);
        clock.pass(Duration.ofMinutes(1));
        storm(1);
        assertThat(lines()).hasSize(22);
        assertThat(lines().get(20)).startsWith("10 failures more");
    }

    @Test
    void what_came_from_outside_makes_no_second_line() {
        facts.warn("failures", "call-4", null, () -> "field x\n2026-11-30 ERROR forged");
        assertThat(lines()).containsExactly("field x 2026-11-30 ERROR forged");
    }

    private void storm(int facts) {
        for (int i = 0; i < facts; i++) {
            this.facts.warn("failures", "call-" + i, 17L + i, () -> "one of many");
        }
    }

    private List<String> lines() {
        return kept.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
