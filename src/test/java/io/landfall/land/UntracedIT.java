package io.landfall.land;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.OpenTelemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tracing is off by default: nothing of it is there, and what producers say of their traces is passed on all the same. */
class UntracedIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final Landing landing = OWNED.landing();

    @Test
    void nothing_of_tracing_is_set_up() {
        assertThatThrownBy(() -> landing.part(OpenTelemetry.class)).isInstanceOf(NoSuchBeanDefinitionException.class);
        assertThatThrownBy(() -> landing.part(Tracer.class)).isInstanceOf(NoSuchBeanDefinitionException.class);
        assertThat(landing.part(io.landfall.trace.Traces.class).isOn()).isFalse();
    }

    @Test
    void who_runs_a_task_again_is_told_the_trace_of_the_event_that_asked_for_it() {
        Fact retry = Fact.of("untraced", "RETRY").attempt(1);
        landing.send(
                0,
                null,
                "untraced".getBytes(UTF_8),
                retry.bytes(),
                new RecordHeader("traceparent", PARENT.getBytes(UTF_8)));
        ConsumerRecord<byte[], byte[]> dispatch = landing.relayed().dispatchRecords().stream()
                .filter(record -> new String(record.key(), UTF_8).equals("untraced"))
                .findFirst()
                .orElseThrow();
        assertThat(dispatch.headers().lastHeader("traceparent").value()).isEqualTo(PARENT.getBytes(UTF_8));
    }
}
