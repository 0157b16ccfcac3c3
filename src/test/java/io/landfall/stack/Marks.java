package io.landfall.stack;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Leaves a mark in each server and looks for it later. */
record Marks(LocalStack stack) {
    private static final String TOPIC = "marks";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    void putInKafka(String mark) throws Exception {
        Topics.createMissing(stack.bootstrapServers(), List.of(TOPIC), 1);
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", stack.bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, mark)).get(Wait.MOST.toSeconds(), TimeUnit.SECONDS);
        }
    }

    List<String> inKafka() {
        List<String> marks = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", stack.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).get(PARTITION);
            while (consumer.position(PARTITION) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> marks.add(record.value()));
            }
        }
        return marks;
    }

    void putInElasticsearch(String mark) throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(document(mark))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"mark\":true}")));
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(answer.body());
        }
    }

    boolean isInElasticsearch(String mark) throws Exception {
        return send(HttpRequest.newBuilder(document(mark)).GET()).statusCode() == 200;
    }

    void putInPostgres(String mark) throws Exception {
        try (Connection connection = connect(Duration.ofSeconds(30));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS marks (mark text)");
            statement.execute("INSERT INTO marks VALUES ('" + mark + "')");
        }
    }

    List<String> inPostgres() throws Exception {
        List<String> marks = new ArrayList<>();
        try (Connection connection = connect(Duration.ofSeconds(30));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT mark FROM marks")) {
            while (rows.next()) {
                marks.add(rows.getString(1));
            }
        }
        return marks;
    }

    Connection connect(Duration patience) throws Exception {
        return DriverManager.getConnection(stack.jdbcUrl() + "&socketTimeout=" + patience.toSeconds());
    }

    void put(String mark) throws Exception {
        putInKafka(mark);
        putInElasticsearch(mark);
        putInPostgres(mark);
    }

    boolean areEverywhere(String mark) throws Exception {
        return inKafka().contains(mark)
                && isInElasticsearch(mark)
                && inPostgres().contains(mark);
    }

    private URI document(String mark) {
        return URI.create(stack.elasticsearchUrl() + "/marks/_doc/" + mark);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    }
}
