package io.landfall.trace;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;

import io.landfall.event.TraceParent;

/** Spans, when tracing is on; when it is off, whatever is asked for does nothing. */
public final class Traces {
    private final @Nullable Tracer tracer;

    /** @param tracer null: tracing is off */
    public Traces(@Nullable Tracer tracer) {
        this.tracer = tracer;
    }

    /** Whether spans are made at all. */
    public boolean isOn() {
        return tracer != null;
    }

    /**
     * Begins a span; whoever asked ends it.
     *
     * @param outer that it is part of; null: the thread's, or none
     * @return null: tracing is off
     */
    public @Nullable Span begin(String name, @Nullable Span outer) {
        if (tracer == null) {
            return null;
        }
        Span.Builder span = tracer.spanBuilder().name(name);
        if (outer != null) {
            span.setParent(outer.context());
        }
        return span.start();
    }

    /** Begins the span of a batch; null: tracing is off. */
    public @Nullable BatchTrace begin(Batch batch) {
        return tracer == null ? null : BatchTrace.begin(tracer, batch);
    }

    /** What the thread does belongs to that span, until this is run. */
    public Runnable enter(@Nullable Span span) {
        if (tracer == null || span == null) {
            return () -> {};
        }
        Tracer.SpanInScope scope = tracer.withSpan(span);
        return scope::close;
    }

    /** Does the work in a span of its own, within that of the thread. */
    public <T> T within(String name, Supplier<T> work) {
        Span span = begin(name, null);
        if (span == null) {
            return work.get();
        }
        Runnable leave = enter(span);
        try {
            return work.get();
        } catch (RuntimeException e) {
            span.error(e);
            throw e;
        } finally {
            leave.run();
            span.end();
        }
    }

    /** The same work on another thread, within the span of this one. */
    public Runnable carried(Runnable work) {
        Span span = tracer == null ? null : tracer.currentSpan();
        if (span == null) {
            return work;
        }
        return () -> {
            Runnable leave = enter(span);
            try {
                work.run();
            } finally {
                leave.run();
            }
        };
    }

    /** What the thread does now has failed. */
    public void failed(Throwable why) {
        Span span = tracer == null ? null : tracer.currentSpan();
        if (span != null) {
            span.error(why);
        }
    }

    /** Where the thread is, for messages that it causes; null: in no trace. */
    public @Nullable TraceParent current() {
        Span span = tracer == null ? null : tracer.currentSpan();
        if (span == null || span.isNoop()) {
            return null;
        }
        TraceContext context = span.context();
        return TraceParent.of(context.traceId(), context.spanId(), Boolean.TRUE.equals(context.sampled()));
    }
}
