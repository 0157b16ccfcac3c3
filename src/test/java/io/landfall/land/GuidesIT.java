package io.landfall.land;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.stack.SharedStack;
import io.landfall.stack.Topics;
import io.landfall.stack.Wait;
import io.landfall.view.EsClient;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What {@code ops/guides.md} says, done as it says it; names are changed to those of the test. */
class GuidesIT {
    @RegisterExtension
    static final Landings RELOADING = Reloading.LANDINGS;

    /** The first block of that language behind that text. */
    static String snippet(String behind, String language) {
        try {
            String guide = Files.readString(Path.of("ops", "guides.md"));
            int begin = guide.indexOf("```" + language + "\n", guide.indexOf(behind)) + language.length() + 4;
            return guide.substring(begin, guide.indexOf("```", begin));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void a_sink_step_is_told_what_landed() throws Exception {
        String brokers = SharedStack.get().bootstrapServers();
        Topics.createMissing(brokers, List.of("guide-landed"), 1);
        CamelContext camel = RELOADING.landing().part(CamelContext.class);
        DroppedRoutes.drop(
                DroppedRoutes.OTHER,
                "34-tell-landed.camel.yaml",
                snippet("routes/34-tell-landed", "yaml").replace("our-landed", "guide-landed"));
        await().atMost(Wait.MOST)
                .until(() -> camel.getRouteController().getRouteStatus("tell-landed") == ServiceStatus.Started);
        DroppedRoutes.drop(
                DroppedRoutes.OTHER,
                "30-write-view.camel.yaml",
                Files.readString(Path.of("routes", "30-write-view.camel.yaml"))
                        + snippet("behind `close-write`", "yaml"));
        await().atMost(Wait.MOST).until(() -> camel.getProcessor("to-tell-landed") != null);

        RELOADING.landing().send(Fact.of("guide-sunk", "COMPLETED"));
        RELOADING.landing().settled();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers), new StringDeserializer(), new StringDeserializer())) {
            TopicPartition only = new TopicPartition("guide-landed", 0);
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
            List<String> told = new ArrayList<>();
            await().atMost(Wait.MOST).until(() -> {
                for (ConsumerRecord<String, String> one : consumer.poll(Duration.ofMillis(200))) {
                    told.add(one.value());
                }
                return told.contains("guide-sunk");
            });
        }
    }

    @Test
    void an_index_more_takes_the_events_that_name_it() throws Exception {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(
                new ByteArrayResource(named(snippet("## Add an index", "yaml")).getBytes(UTF_8)));
        Properties properties = yaml.getObject();
        Map<String, String> keys = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> keys.put(key, properties.getProperty(key)));
        assertThat(keys).containsEntry("landfall.view.indices", "guided,guided-notes");

        try (Landing landing = Landing.start("guided", keys);
                EsClient view = new EsClient(SharedStack.get().elasticsearchUrl())) {
            String event = named(snippet("Send an event that names it", "json"));
            landing.send(0, null, "note-1".getBytes(UTF_8), event.getBytes(UTF_8));
            landing.settled();

            JsonNode document = view.document("guided-notes", "note-1");
            assertThat(document.at("/_source/durationSeconds").asDouble()).isEqualTo(3.5);
            assertThat(document.at("/_source/landfall/state").asText()).isEqualTo("ANALYZED");
            assertThat(document.path("_index").asText()).isEqualTo("guided-notes-000001");
        }
    }

    private static String named(String snippet) {
        return snippet.replace("tasks", "guided").replace("notes", "guided-notes");
    }
}
