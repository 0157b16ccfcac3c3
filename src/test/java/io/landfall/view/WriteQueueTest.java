package io.landfall.view;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WriteQueueTest {
    private final List<Writing> writings = new ArrayList<>();
    private final WriteQueue queue = new WriteQueue();

    WriteQueueTest() {
        for (int i = 0; i < 8; i++) {
            Writing writing = new Writing(i, Tasks.task("t" + i).write(), false);
            writings.add(writing);
            queue.add(writing);
        }
    }

    @Test
    void a_bulk_ends_at_its_number() {
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(0, 1, 2, 3);
    }

    @Test
    void a_bulk_ends_at_its_bytes_but_is_never_empty() {
        assertThat(positions(queue.take(4, 25, w -> 10))).containsExactly(0, 1);
        assertThat(positions(queue.take(4, 5, w -> 10))).containsExactly(2);
    }

    @Test
    void a_refused_bulk_comes_back_in_halves_until_one_is_alone() {
        queue.halve(queue.take(4, 1_000, w -> 1));
        List<Writing> first = queue.take(4, 1_000, w -> 1);
        assertThat(positions(first)).containsExactly(0, 1);
        queue.halve(first);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(0);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(1);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(2, 3);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(4, 5, 6, 7);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void an_unanswered_bulk_asks_with_one_document_until_there_is_an_answer() {
        queue.again(queue.take(4, 1_000, w -> 1));
        List<Writing> probe = queue.take(4, 1_000, w -> 1);
        assertThat(positions(probe)).containsExactly(0);
        queue.again(probe);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(0);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(1, 2, 3);
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(4, 5, 6, 7);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void what_must_wait_comes_when_nothing_else_is_left() {
        queue.addLater(new Writing(9, Tasks.task("late").write(), false));
        queue.resume();
        assertThat(positions(queue.take(4, 1_000, w -> 1))).doesNotContain(9);
        queue.take(4, 1_000, w -> 1);
        assertThat(queue.take(4, 1_000, w -> 1)).isEmpty();
        assertThat(queue.isEmpty()).isFalse();
        queue.resume();
        assertThat(positions(queue.take(4, 1_000, w -> 1))).containsExactly(9);
    }

    @Test
    void what_is_held_comes_back_at_the_next_look_and_a_probe_goes_first() {
        queue.hold(List.of(writings.get(0), writings.get(2)));
        queue.first(List.of(writings.get(5)));
        assertThat(positions(queue.take(2, 1_000, w -> 1))).containsExactly(5, 1);
        queue.resume();
        assertThat(positions(queue.take(8, 1_000, w -> 1))).containsExactly(3, 4, 6, 7, 0, 2);
        queue.hold(writings.get(3));
        assertThat(queue.isEmpty()).isFalse();
    }

    private static List<Integer> positions(List<Writing> bulk) {
        return bulk.stream().map(writing -> writing.position).toList();
    }
}
