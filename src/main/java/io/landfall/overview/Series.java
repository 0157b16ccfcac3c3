package io.landfall.overview;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How it went over time. All lists are as long as {@code at}, and null where nobody looked.
 *
 * @param step from one point to the next
 * @param at where each step begins
 * @param nonFinal tasks that should become final, by state
 * @param stuck those of them that have been in their state for over ten minutes
 * @param unlanded tasks whose newest version is not in the view
 * @param landedPerSecond documents
 * @param landingP50 seconds from event to landing that half of them took at most; null, too, where none landed
 * @param landingP99 seconds that 99 in a hundred took at most
 * @param openFailures all together, whatever their task
 * @param lag records that wait in topics, whatever their task
 */
public record Series(
        Duration step,
        List<Instant> at,
        Map<String, List<@Nullable Long>> nonFinal,
        List<@Nullable Long> stuck,
        List<@Nullable Long> unlanded,
        List<@Nullable Double> landedPerSecond,
        List<@Nullable Double> landingP50,
        List<@Nullable Double> landingP99,
        List<@Nullable Long> openFailures,
        List<@Nullable Long> lag) {}
