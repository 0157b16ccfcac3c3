package io.landfall.alarm;

import java.time.Clock;

import javax.sql.DataSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AlarmBeans {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Alarms alarms(DataSource ledger, Clock clock) {
        return new PostgresAlarms(ledger, clock);
    }

    @Bean
    Availability availability(Alarms alarms, Clock clock) {
        return new Availability(alarms, clock);
    }
}
