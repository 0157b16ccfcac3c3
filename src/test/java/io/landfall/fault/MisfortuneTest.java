package io.landfall.fault;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MisfortuneTest {
    @Test
    void a_seed_draws_the_same_steps_again_and_another_one_others() {
        assertThat(steps(7)).isEqualTo(steps(7)).isNotEqualTo(steps(8));
    }

    @Test
    void everything_comes_in_a_long_soak() {
        Set<Mischief> seen = EnumSet.noneOf(Mischief.class);
        Random random = new Random(1);
        Stream.generate(() -> Misfortune.next(random)).limit(200).forEach(step -> seen.add(step.what()));

        assertThat(seen).containsExactlyInAnyOrder(Mischief.values());
    }

    private static List<Misfortune> steps(long seed) {
        Random random = new Random(seed);
        return Stream.generate(() -> Misfortune.next(random)).limit(30).toList();
    }
}
