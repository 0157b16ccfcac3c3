package io.landfall.trace;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;

import io.landfall.event.TraceParent;

/**
 * The span of a batch, in a trace of its own that is linked to those of its records; and for each record whose trace is being
 * recorded, one span there. Of both up to 128 a batch: whoever may produce must not make us send without end.
 */
public final class BatchTrace {
    static final int MOST = 128;

    private final Tracer tracer;
    private final Batch batch;
    private final Span span;
    private final long beganMillis = System.currentTimeMillis();

    private BatchTrace(Tracer tracer, Batch batch, Span span) {
        this.tracer = tracer;
        this.batch = batch;
        this.span = span;
    }

    static BatchTrace begin(Tracer tracer, Batch batch) {
        Span.Builder span = tracer.spanBuilder()
                .setNoParent()
                .name("process " + batch.topic())
                .kind(Span.Kind.CONSUMER)
                .tag("messaging.system", "kafka")
                .tag("messaging.operation.type", "process")
                .tag("messaging.destination.name", batch.topic())
                .tag("messaging.consumer.group.name", batch.group())
                .tag("messaging.batch.message_count", batch.size())
                .tag("landfall.batch", batch.first());
        batch.records().stream()
                .limit(MOST)
                .forEach(record -> span.addLink(new Link(context(tracer, record.parent()))));
        return new BatchTrace(tracer, batch, span.start());
    }

    /** The batch's own. */
    public Span span() {
        return span;
    }

    /** All its tasks have landed or have a failure; or it failed, and comes again. */
    public void end(@Nullable Throwable failed) {
        List<Batch.Traced> sampled = batch.records().stream()
                .filter(record -> record.parent().isSampled())
                .limit(MOST)
                .toList();
        for (Batch.Traced record : sampled) {
            Span.Builder landing = tracer.spanBuilder()
                    .setParent(context(tracer, record.parent()))
                    .name("land")
                    .kind(Span.Kind.CONSUMER)
                    .startTimestamp(beganMillis, TimeUnit.MILLISECONDS)
                    .tag("messaging.system", "kafka")
                    .tag("messaging.destination.name", batch.topic())
                    .addLink(new Link(span.context()));
            if (record.taskId() != null) {
                landing.tag("landfall.task_id", record.taskId());
            }
            end(landing.start(), failed);
        }
        end(span, failed);
    }

    private static void end(Span span, @Nullable Throwable failed) {
        if (failed != null) {
            span.error(failed);
        }
        span.end();
    }

    private static TraceContext context(Tracer tracer, TraceParent parent) {
        return tracer.traceContextBuilder()
                .traceId(parent.traceId())
                .spanId(parent.spanId())
                .sampled(parent.isSampled())
                .build();
    }
}
