package io.landfall.event;

import java.time.Instant;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import static org.assertj.core.api.Assertions.assertThat;

class OccurredAtTest {
    /** Seconds of the years 1 to 9999. */
    private static final long FIRST = -62_135_596_800L;

    private static final long LAST = 253_402_300_799L;

    @Property
    void every_instant_as_java_writes_it_is_one(
            @ForAll @LongRange(min = FIRST, max = LAST) long second, @ForAll @IntRange(max = 999_999_999) int nanos) {
        assertThat(OccurredAt.isInstant(Instant.ofEpochSecond(second, nanos).toString()))
                .isTrue();
    }

    @Property(tries = 5000)
    void the_short_way_takes_nothing_that_the_parser_refuses(
            @ForAll @LongRange(min = FIRST, max = LAST) long second,
            @ForAll @IntRange(max = 19) int at,
            @ForAll @CharRange(from = '-', to = ':') char other) {
        StringBuilder text = new StringBuilder(Instant.ofEpochSecond(second).toString());
        text.setCharAt(at, other);
        if (OccurredAt.isPlainInstant(text.toString())) {
            assertThat(OccurredAt.isAnyInstant(text.toString()))
                    .as(text.toString())
                    .isTrue();
        }
    }
}
