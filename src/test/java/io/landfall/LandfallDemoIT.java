package io.landfall;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.stack.StackOptions;
import io.landfall.stack.Topics;

import static org.assertj.core.api.Assertions.assertThat;

class LandfallDemoIT {
    private final StackOptions options = StackOptions.tests();
    private Process demo;

    @AfterEach
    void end() throws InterruptedException {
        demo.destroy();
        if (!demo.waitFor(1, TimeUnit.MINUTES)) {
            demo.destroyForcibly();
        }
    }

    @Test
    void the_servers_alone_have_topics_and_a_login_and_nobody_at_work() throws Exception {
        demo = start("--landfall.demo.product=false");
        assertThat(said("The demo")).startsWith("The demo's servers alone: Kafka 127.0.0.1:" + options.kafkaPort());
        try (Admin admin = Admin.create(Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + options.kafkaPort()))) {
            assertThat(admin.listTopics().names().get(1, TimeUnit.MINUTES)).containsAll(Topics.OF_LANDFALL);
            assertThat(admin.listConsumerGroups().all().get(1, TimeUnit.MINUTES))
                    .isEmpty();
        }
        assertThat(options.data().resolve("admin-password")).isNotEmptyFile();
        JdbcTemplate ledger = new JdbcTemplate(new DriverManagerDataSource(
                "jdbc:postgresql://127.0.0.1:" + options.postgresPort() + "/landfall", "landfall", "landfall"));
        assertThat(ledger.queryForList("select 1 from pg_namespace where nspname = 'landfall'"))
                .isEmpty();
    }

    private Process start(String... arguments) throws IOException {
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dmaven.repo.local=" + System.getProperty("maven.repo.local", ""),
                "-DLANDFALL_DATA=" + options.data(),
                "-DLANDFALL_KAFKA_PORT=" + options.kafkaPort(),
                "-DLANDFALL_ELASTICSEARCH_PORT=" + options.elasticsearchPort(),
                "-DLANDFALL_POSTGRES_PORT=" + options.postgresPort(),
                "-cp",
                System.getProperty("java.class.path"),
                LandfallDemo.class.getName());
        java.command().addAll(List.of(arguments));
        java.environment().remove("LANDFALL_ADMIN_PASSWORD");
        return java.redirectErrorStream(true).start();
    }

    private String said(String begin) throws IOException {
        BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(begin)) {
                return line;
            }
        }
        throw new IllegalStateException("it ended before it said " + begin);
    }
}
