package io.landfall.bench;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class BacklogTest {
    private static final int TASKS = 20_000;

    @Test
    void a_clean_backlog_has_each_event_once_and_in_order() {
        byte[] next = new byte[TASKS];
        BacklogOrder order = new BacklogOrder(TASKS, Variant.CLEAN);
        order.forEach((task, event) -> assertThat(event).isEqualTo(next[task]++));
        assertThat(order.count()).isEqualTo(TASKS * BacklogTask.EVENTS);
        assertThat(next).containsOnly((byte) BacklogTask.EVENTS);
    }

    @Test
    void the_events_of_a_task_lie_two_thousand_tasks_apart() {
        int[] first = new int[TASKS];
        long[] distance = {0};
        int[] place = {0};
        new BacklogOrder(TASKS, Variant.CLEAN).forEach((task, event) -> {
            place[0]++;
            if (event == 0) {
                first[task] = place[0];
            } else if (event == BacklogTask.EVENTS - 1) {
                distance[0] += place[0] - first[task];
            }
        });
        // five events of each of the tasks begun in between
        assertThat(distance[0] / (double) TASKS / BacklogTask.EVENTS).isCloseTo(1_600, within(200.0));
    }

    @Test
    void disorder_repeats_and_swaps_by_its_shares_and_loses_nothing() {
        int[] seen = new int[TASKS];
        int[] highest = new int[TASKS];
        int[] early = {0};
        int[] again = {0};
        BacklogOrder order = new BacklogOrder(TASKS, Variant.DISORDER);
        order.forEach((task, event) -> {
            int bit = 1 << event;
            if ((seen[task] & bit) != 0) {
                again[0]++;
            } else if (event < highest[task]) {
                early[0]++;
            }
            seen[task] |= bit;
            highest[task] = Math.max(highest[task], event);
        });
        assertThat(seen).containsOnly(0b11111);
        assertThat(again[0]).isEqualTo(order.count() - TASKS * BacklogTask.EVENTS);
        assertThat(again[0] / (5.0 * TASKS)).isCloseTo(0.05, within(0.004));
        assertThat(early[0] / (4.0 * TASKS)).isCloseTo(0.02, within(0.003));
    }

    @Test
    void a_shape_has_its_own_tasks_and_sizes() {
        assertThat(counts(Variant.ONE_EVENT, 100)).containsOnly(1);
        assertThat(counts(Variant.HOT, 3)).containsOnly(5_000);
        int[] before = {-1, -1, -1};
        new BacklogOrder(3, Variant.HOT)
                .forEach((task, event) -> assertThat(event).isEqualTo(++before[task]));
        assertThat(Variant.HOT.task(7).fields().get("progress").asInt()).isEqualTo(4_998);
        int bytes = 0;
        for (int number = 0; number < 50; number++) {
            bytes += Variant.LARGE.task(number).document().toString().getBytes(StandardCharsets.UTF_8).length;
        }
        assertThat(bytes / 50).isBetween(17_000, 24_000);
    }

    private static int[] counts(Variant variant, int tasks) {
        int[] counts = new int[tasks];
        new BacklogOrder(tasks, variant).forEach((task, event) -> counts[task]++);
        return counts;
    }

    @Test
    void events_and_documents_have_the_sizes_that_are_announced() {
        int[] sizes = new int[BacklogTask.EVENTS];
        for (int number = 0; number < 200; number++) {
            BacklogTask task = new BacklogTask(number);
            for (int event = 0; event < sizes.length; event++) {
                sizes[event] += task.event(event).length;
            }
        }
        assertThat(sizes[0] / 200).isBetween(400, 600);
        assertThat(sizes[1] / 200).isBetween(100, 180);
        assertThat(sizes[2] / 200).isBetween(1_050, 1_300);
        assertThat(sizes[3] / 200).isBetween(650, 850);
        assertThat(sizes[4] / 200).isBetween(100, 180);
        assertThat(new BacklogTask(1).document().toString().getBytes(StandardCharsets.UTF_8).length)
                .isBetween(1_900, 2_300);
    }
}
