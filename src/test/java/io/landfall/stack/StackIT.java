package io.landfall.stack;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StackIT {
    private final LocalStack stack = SharedStack.get();
    private final Marks marks = new Marks(stack);
    private final String mark = UUID.randomUUID().toString();

    @Test
    void the_three_servers_take_data_and_give_it_back() throws Exception {
        marks.put(mark);

        assertThat(marks.areEverywhere(mark)).isTrue();
    }

    @Test
    void a_killed_kafka_comes_back_with_its_records() throws Exception {
        marks.putInKafka(mark);

        stack.kafka().kill();
        assertThat(stack.kafka().isRunning()).isFalse();
        stack.kafka().start();

        assertThat(marks.inKafka()).contains(mark);
    }

    @Test
    void a_killed_elasticsearch_comes_back_with_its_documents() throws Exception {
        marks.putInElasticsearch(mark);

        stack.elasticsearch().kill();
        assertThat(stack.elasticsearch().isRunning()).isFalse();
        stack.elasticsearch().start();

        assertThat(marks.isInElasticsearch(mark)).isTrue();
    }

    @Test
    void a_killed_postgres_comes_back_with_its_rows() throws Exception {
        marks.putInPostgres(mark);

        try (Connection connection = marks.connect(Duration.ofSeconds(30))) {
            stack.postgres().kill();
            assertThat(stack.postgres().isRunning()).isFalse();
            assertThat(connection.isValid(1)).isFalse();
        }
        stack.postgres().start();

        assertThat(marks.inPostgres()).contains(mark);
    }

    @Test
    void a_stopped_server_starts_again_on_its_port() throws Exception {
        marks.put(mark);

        stack.postgres().stop();
        stack.elasticsearch().stop();
        stack.kafka().stop();
        stack.postgres().start();
        stack.elasticsearch().start();
        stack.kafka().start();

        assertThat(marks.areEverywhere(mark)).isTrue();
    }

    @Test
    void a_frozen_postgres_leaves_a_query_waiting_until_it_is_thawed() throws Exception {
        try (Connection impatient = marks.connect(Duration.ofSeconds(1));
                Connection patient = marks.connect(Duration.ofSeconds(30));
                Statement statement = patient.createStatement()) {
            stack.postgres().freeze();
            try {
                assertThatThrownBy(() -> impatient.createStatement().execute("SELECT 1"))
                        .isInstanceOf(SQLException.class);
                assertThat(stack.postgres().isRunning()).isTrue();
            } finally {
                stack.postgres().thaw();
            }
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    @Test
    void a_frozen_elasticsearch_leaves_a_request_waiting_until_it_is_thawed() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest.Builder health = HttpRequest.newBuilder(URI.create(stack.elasticsearchUrl() + "/_cluster/health"));
        stack.elasticsearch().freeze();
        try {
            HttpRequest impatient = health.timeout(Duration.ofSeconds(1)).build();
            assertThatThrownBy(() -> client.send(impatient, BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class);
        } finally {
            stack.elasticsearch().thaw();
        }
        HttpRequest patient = health.timeout(Duration.ofSeconds(30)).build();
        assertThat(client.send(patient, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    @Test
    void a_frozen_kafka_answers_nobody_until_it_is_thawed() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            stack.kafka().freeze();
            try {
                assertThatThrownBy(() -> admin.describeCluster().nodes().get(1, TimeUnit.SECONDS))
                        .isInstanceOf(TimeoutException.class);
            } finally {
                stack.kafka().thaw();
            }
            assertThat(admin.describeCluster().nodes().get(Wait.MOST.toSeconds(), TimeUnit.SECONDS))
                    .hasSize(1);
        }
    }

    @Test
    void a_second_stack_on_the_same_data_is_refused() {
        StackOptions elsewhere = StackOptions.tests();
        try (LocalStack first = LocalStack.start(elsewhere)) {
            assertThat(first.postgres().pid()).isNotEqualTo(stack.postgres().pid());

            assertThatThrownBy(() -> LocalStack.start(StackOptions.tests().withData(elsewhere.data(), true)))
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("in use by another local stack (pid "
                            + ProcessHandle.current().pid() + ")")
                    .hasMessageContaining("LANDFALL_DATA");
        }
    }

    @Test
    void a_taken_port_is_named_with_its_holder_and_the_key_to_change_it() throws Exception {
        StackOptions options = StackOptions.tests();
        try (ServerSocket holder = new ServerSocket(options.postgresPort(), 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> postgresAlone(options).start())
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("Port " + holder.getLocalPort())
                    .hasMessageContaining("(pid " + ProcessHandle.current().pid() + ")")
                    .hasMessageContaining("LANDFALL_POSTGRES_PORT");
        }
    }

    @Test
    void a_server_that_does_not_come_up_says_why() {
        StackOptions options = StackOptions.tests().withPostgres("no_such_setting", "1");

        assertThatThrownBy(() -> postgresAlone(options).start())
                .isInstanceOf(StackException.class)
                .hasMessageContaining("postgres ended with code")
                .hasMessageContaining("postgres.log")
                .hasMessageContaining("unrecognized configuration parameter \"no_such_setting\"");
    }

    private static Server postgresAlone(StackOptions options) {
        PostgresRecipe recipe =
                new PostgresRecipe(options.data().resolve("postgres"), options.postgresPort(), options.postgres());
        return new Server(recipe, options.data(), options.postgresPort(), Ports.POSTGRES_KEY);
    }
}
