package io.landfall.alarm;

import java.time.Clock;

import javax.sql.DataSource;

import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.alarm.AlarmConfiguration.ToAlertmanager;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class AlarmBeans {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    AlarmRows alarmRows(DataSource ledger, @Value("${landfall.topics.alarms}") String topic) {
        return new AlarmRows(bounded(ledger), topic);
    }

    @Bean
    Alarms alarms(AlarmRows rows, Clock clock) {
        return new PostgresAlarms(rows, clock);
    }

    /** By a name of its own, so that it can be given another level. */
    @Bean
    FactLog factLog(Clock clock) {
        return new FactLog(LoggerFactory.getLogger("io.landfall.facts"), clock);
    }

    @Bean
    RepeatedLinesWatch repeatedLinesWatch() {
        return new RepeatedLinesWatch();
    }

    @Bean
    QuietAlarms quietAlarms(AlarmRows rows, AlarmConfiguration configuration) {
        return new QuietAlarms(rows, configuration.quiet());
    }

    @Bean
    AlarmPushes alarmPushes(DataSource ledger) {
        return new AlarmPushes(bounded(ledger));
    }

    @Bean
    Alertmanager alertmanager(
            AlarmConfiguration configuration,
            DataSource ledger,
            ObjectMapper json,
            @Value("${landfall.console.url:http://127.0.0.1:8080}") String console,
            @Value("${spring.application.name:landfall}") String job) {
        AlarmContext context = new AlarmContext(bounded(ledger), console);
        ToAlertmanager to = configuration.alertmanager();
        return new Alertmanager(to, new AlertForm(context, job, to.labels()), json);
    }

    @Bean
    Availability availability(Alarms alarms, Clock clock) {
        return new Availability(alarms, clock);
    }

    private static JdbcTemplate bounded(DataSource ledger) {
        JdbcTemplate jdbc = new JdbcTemplate(ledger);
        jdbc.setQueryTimeout(5);
        return jdbc;
    }
}
