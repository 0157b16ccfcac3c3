package io.landfall.alarm;

import java.time.Clock;

import javax.sql.DataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class AlarmBeans {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    AlarmRows alarmRows(DataSource ledger, @Value("${landfall.topics.alarms}") String topic) {
        JdbcTemplate jdbc = new JdbcTemplate(ledger);
        jdbc.setQueryTimeout(5);
        return new AlarmRows(jdbc, topic);
    }

    @Bean
    Alarms alarms(AlarmRows rows, Clock clock) {
        return new PostgresAlarms(rows, clock);
    }

    @Bean
    QuietAlarms quietAlarms(AlarmRows rows, AlarmConfiguration configuration) {
        return new QuietAlarms(rows, configuration.quiet());
    }

    @Bean
    Availability availability(Alarms alarms, Clock clock) {
        return new Availability(alarms, clock);
    }
}
