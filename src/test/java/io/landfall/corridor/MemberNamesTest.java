package io.landfall.corridor;

import java.time.Duration;
import java.util.List;
import java.util.Properties;

import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.junit.jupiter.api.Test;

import io.landfall.ledger.LedgerConfiguration;
import io.landfall.view.KeptAlarms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MemberNamesTest {
    private static final LedgerConfiguration NODE =
            new LedgerConfiguration(Duration.ofDays(30), Duration.ofSeconds(15), 5, "node-a");

    private final KeptAlarms alarms = new KeptAlarms();
    private final MemberNames names = names(true);

    private MemberNames names(boolean used) {
        return new MemberNames(NODE, new MembershipConfiguration(List.of("a"), used), alarms);
    }

    @Test
    void each_consumer_of_a_group_has_a_name_of_its_own() {
        assertThat(names.take("events")).isEqualTo("node-a-0");
        assertThat(names.take("events")).isEqualTo("node-a-1");
        assertThat(names.take("calls")).isEqualTo("node-a-0");
    }

    @Test
    void a_consumer_that_is_made_anew_has_the_name_that_was_given_back() {
        Membership first = Membership.of(names, "events");
        names.take("events");
        first.end();
        Membership second = Membership.of(names, "events");
        // closed once more, as Camel does
        first.end();

        Properties told = new Properties();
        second.tell(told);
        assertThat(told).containsEntry("group.instance.id", "node-a-0");
        assertThat(names.take("events")).isEqualTo("node-a-2");
    }

    @Test
    void without_static_members_there_is_no_name() {
        Properties told = new Properties();
        Membership.of(names(false), "events").tell(told);
        assertThat(told).isEmpty();
    }

    @Test
    void a_consumer_whose_name_another_process_has_taken_goes_on_without_one_and_a_person_is_told() {
        Membership member = Membership.of(names, "events");
        assertThatThrownBy(() -> member.watch(() -> {
                    throw new FencedInstanceIdException("there is another");
                }))
                .isInstanceOf(FencedInstanceIdException.class);
        member.end();

        assertThat(names.take("events")).isNull();
        assertThat(alarms.open()).containsOnlyKeys("node-name-twice:node-a");
    }
}
