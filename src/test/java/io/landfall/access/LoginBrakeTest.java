package io.landfall.access;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.landfall.view.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class LoginBrakeTest {
    private static final String HERE = "10.0.0.1";
    private static final String THERE = "10.0.0.2";

    private final SettableClock clock = new SettableClock();
    private final LoginBrake brake = new LoginBrake(clock);

    @Test
    void a_few_failures_are_free_then_each_waits_twice_as_long() {
        IntStream.range(1, LoginBrake.FREE_OF_A_USER)
                .forEach(i -> assertThat(brake.failed("ann", HERE)).isFalse());
        assertThat(brake.wait("ann", HERE)).isZero();
        assertThat(brake.failed("ann", HERE)).isTrue();
        assertThat(brake.wait("ANN", HERE)).as("case does not count").isEqualTo(Duration.ofSeconds(2));
        clock.pass(Duration.ofSeconds(2));
        assertThat(brake.wait("ann", HERE)).isZero();
        brake.failed("ann", HERE);
        assertThat(brake.wait("ann", HERE)).isEqualTo(Duration.ofSeconds(4));
        IntStream.range(0, 20).forEach(i -> brake.failed("ann", HERE));
        assertThat(brake.wait("ann", HERE)).isEqualTo(LoginBrake.LONGEST_WAIT);
    }

    @Test
    void the_same_user_may_come_from_elsewhere_and_others_from_there() {
        IntStream.range(0, 10).forEach(i -> brake.failed("admin", HERE));
        assertThat(brake.wait("admin", THERE)).isZero();
        assertThat(brake.wait("bob", HERE)).isZero();
    }

    @Test
    void many_names_from_one_address_are_one_guesser() {
        IntStream.range(1, LoginBrake.FREE_OF_AN_ADDRESS).forEach(i -> brake.failed("user" + i, HERE));
        assertThat(brake.wait("another", HERE)).isZero();
        assertThat(brake.failed("last", HERE)).as("it is told").isTrue();
        assertThat(brake.wait("another", HERE)).isPositive();
        brake.succeeded("mallory", HERE);
        assertThat(brake.wait("another", HERE))
                .as("a login of one's own forgives nothing")
                .isPositive();
        assertThat(brake.wait("another", THERE)).isZero();
    }

    @Test
    void addresses_of_one_ipv6_network_are_one() {
        IntStream.range(0, LoginBrake.FREE_OF_AN_ADDRESS).forEach(i -> brake.failed("u" + i, "2001:db8::" + i));
        assertThat(brake.wait("u", "2001:db8::ffff")).isPositive();
        assertThat(brake.wait("u", "2001:db8:0:1::1")).isZero();
    }

    @Test
    void a_success_and_time_forget() {
        IntStream.range(0, 4).forEach(i -> brake.failed("ann", HERE));
        brake.succeeded("ann", HERE);
        assertThat(brake.failed("ann", HERE)).isFalse();
        IntStream.range(0, 3).forEach(i -> brake.failed("ann", HERE));
        clock.pass(LoginBrake.FORGOTTEN_AFTER.plusSeconds(1));
        assertThat(brake.failed("ann", HERE)).isFalse();
    }

    @Test
    void a_name_of_any_length_is_one_name() {
        String name = "n".repeat(5_000);
        IntStream.range(0, LoginBrake.FREE_OF_A_USER).forEach(i -> brake.failed(name + i, HERE));
        assertThat(brake.wait(name, HERE)).as("what it begins with counts").isPositive();
    }

    @Test
    void who_goes_on_guessing_is_not_forgotten_for_others() {
        brake.failed("ann", HERE);
        IntStream.range(0, LoginBrake.KEPT / 2 - 2)
                .forEach(i -> brake.failed("u" + i, "10.1." + i / 250 + "." + i % 250));
        IntStream.range(1, LoginBrake.FREE_OF_A_USER).forEach(i -> brake.failed("ann", HERE));
        IntStream.range(0, 10).forEach(i -> brake.failed("v" + i, "10.2.0." + i));
        assertThat(brake.wait("ann", HERE)).isPositive();
    }

    @Test
    void what_is_kept_is_bounded() {
        IntStream.range(0, 3 * LoginBrake.KEPT).forEach(i -> brake.failed("u" + i, "10.0." + i / 250 + "." + i % 250));
        assertThat(brake.size()).isEqualTo(LoginBrake.KEPT);
    }
}
