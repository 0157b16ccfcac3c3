package io.landfall.ops;

import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.landfall.alarm.Availability;

/** The bean names are the names in {@code /actuator/health}, without {@code HealthIndicator}. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class HealthBeans {
    @Bean
    HealthIndicator ledgerHealthIndicator(LedgerProbe probe, Availability availability) {
        return new ComponentHealth(probe, availability);
    }

    @Bean
    HealthIndicator viewHealthIndicator(ViewProbe probe, Availability availability) {
        return new ComponentHealth(probe, availability);
    }

    @Bean
    HealthIndicator brokerHealthIndicator(BrokerProbe probe, Availability availability) {
        return new ComponentHealth(probe, availability);
    }
}
