package io.landfall.dingtalk;

import java.time.Clock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.Alarms;

/** Puts the way to DingTalk together. */
@Configuration(proxyBeanMethods = false)
class DingTalkBeans {
    @Bean
    AlertQueue alertQueue(Clock clock, MeterRegistry meters) {
        AlertQueue queue = new AlertQueue(clock);
        Gauge.builder("landfall.dingtalk.waiting", queue, AlertQueue::size)
                .description("Groups of alerts that wait to be sent to DingTalk")
                .register(meters);
        return queue;
    }

    @Bean
    Relay dingTalkRelay(
            DingTalkConfiguration configuration, AlertQueue queue, ObjectMapper json, Alarms alarms, Clock clock) {
        return new Relay(
                queue,
                new Restraint(configuration.perMinute(), clock),
                new Markdown(json, configuration.atMobiles()),
                new Robot(configuration, json, clock),
                alarms);
    }
}
