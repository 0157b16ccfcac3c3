package io.landfall.ops;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.JobListener;
import org.quartz.Trigger;
import org.quartz.listeners.TriggerListenerSupport;
import org.springframework.boot.autoconfigure.quartz.SchedulerFactoryBeanCustomizer;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** What Quartz did on this node: fires by job, how long they took and how they ended, and fires that came too late. */
@Component
final class ScheduleMetrics extends TriggerListenerSupport implements JobListener, SchedulerFactoryBeanCustomizer {
    private final MeterRegistry meters;

    ScheduleMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void customize(SchedulerFactoryBean scheduler) {
        scheduler.setGlobalJobListeners(this);
        scheduler.setGlobalTriggerListeners(this);
    }

    @Override
    public String getName() {
        return "metrics";
    }

    @Override
    public void jobToBeExecuted(JobExecutionContext context) {}

    @Override
    public void jobExecutionVetoed(JobExecutionContext context) {}

    @Override
    public void jobWasExecuted(JobExecutionContext context, @Nullable JobExecutionException failed) {
        Timer.builder("landfall.schedule")
                .description("Fires of the schedule on this node, by job and how they ended")
                .tag("job", context.getTrigger().getKey().getName())
                .tag("result", failed == null ? "ok" : "failed")
                .register(meters)
                .record(context.getJobRunTime(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void triggerMisfired(Trigger trigger) {
        meters.counter("landfall.schedule.misfires", "job", trigger.getKey().getName())
                .increment();
    }
}
