package io.landfall.ops;

import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.landfall.alarm.Availability;
import io.landfall.view.IndexBreakers;

/** The bean names are the names in {@code /actuator/health}, without {@code HealthIndicator}. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class HealthBeans {
    @Bean
    HealthIndicator ledgerHealthIndicator(LedgerProbe probe, Availability availability) {
        return new ComponentHealth(probe, availability);
    }

    @Bean
    HealthIndicator viewHealthIndicator(ViewProbe probe, Availability availability, IndexBreakers breakers) {
        return new ViewHealth(new ComponentHealth(probe, availability), breakers);
    }

    @Bean
    HealthIndicator brokerHealthIndicator(BrokerProbe probe, Availability availability) {
        return new ComponentHealth(probe, availability);
    }
}
