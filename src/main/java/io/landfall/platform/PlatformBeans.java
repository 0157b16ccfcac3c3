package io.landfall.platform;

import java.time.Clock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Puts the platforms together; nothing is there before a route asks for it. */
@Configuration(proxyBeanMethods = false)
class PlatformBeans {
    @Bean
    @Lazy
    OpenAi openAi(OpenAiConfiguration configuration, Clock clock) {
        return new OpenAi(configuration, clock);
    }
}
