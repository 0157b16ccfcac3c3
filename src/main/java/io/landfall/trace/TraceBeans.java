package io.landfall.trace;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.micrometer.tracing.Tracer;

@Configuration(proxyBeanMethods = false)
class TraceBeans {
    @Bean
    Traces traces(ObjectProvider<Tracer> tracer) {
        return new Traces(tracer.getIfAvailable());
    }
}
