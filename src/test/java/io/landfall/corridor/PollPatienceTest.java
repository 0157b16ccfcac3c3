package io.landfall.corridor;

import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PollPatienceTest {
    private final PollPatience patience = new PollPatience();

    @Test
    void a_login_that_is_refused_is_a_poll_without_records() {
        patience.end();
        ConsumerRecords<Object, Object> records = patience.poll(() -> {
            throw new SaslAuthenticationException("invalid credentials");
        });
        assertThat(records.isEmpty()).isTrue();
    }

    @Test
    void an_error_of_this_jvm_is_an_exception_that_camel_reads_again_after() {
        patience.end();
        UnsatisfiedLinkError error = new UnsatisfiedLinkError("no snappyjava in java.library.path");
        assertThatThrownBy(() -> patience.poll(() -> {
                    throw error;
                }))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("no snappyjava")
                .hasCause(error);
    }

    @Test
    void a_group_that_shares_partitions_otherwise_is_named_with_the_key_that_says_how() {
        patience.end();
        assertThatThrownBy(() -> patience.poll(() -> {
                    throw new InconsistentGroupProtocolException("incompatible");
                }))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("landfall.kafka.assignors");
    }

    @Test
    void any_other_trouble_is_camels() {
        KafkaException trouble = new KafkaException("something else");
        assertThatThrownBy(() -> patience.poll(() -> {
                    throw trouble;
                }))
                .isSameAs(trouble);
    }
}
