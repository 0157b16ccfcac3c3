package io.landfall.view;

import java.util.HashMap;
import java.util.Map;

import org.elasticsearch.client.RestClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.fault.BulkFaults;
import io.landfall.fault.EsProxy;
import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ViewSetupIT {
    private static final String INDEX = "view-setup-it";

    private final String url = SharedStack.get().elasticsearchUrl();
    private final EsClient es = new EsClient(url);

    @BeforeEach
    @AfterEach
    void nothingThere() {
        es.call("DELETE", "/" + INDEX + "-000001," + INDEX + "?ignore_unavailable=true", null);
        es.call("DELETE", "/_index_template/landfall-" + INDEX, null);
    }

    @Test
    void an_empty_cluster_gets_template_index_and_alias() throws Exception {
        ViewSetup setup = prepared(Map.of("properties", "{\"durationSeconds\":{\"type\":\"float\"}}", "shards", "3"));
        assertThat(setup.isAlias(INDEX)).isTrue();
        JsonNode made = es.call("GET", "/" + INDEX, null).path(INDEX + "-000001");
        assertThat(made.path("aliases").path(INDEX).path("is_write_index").asBoolean())
                .isTrue();
        JsonNode settings = made.path("settings").path("index");
        assertThat(settings.path("gc_deletes").asText()).isEqualTo("1h");
        assertThat(settings.path("number_of_shards").asInt()).isEqualTo(3);
        assertThat(settings.path("auto_expand_replicas").asText()).isEqualTo("0-1");
        assertThat(es.call("GET", "/_cluster/health/" + INDEX, null)
                        .path("status")
                        .asText())
                .isEqualTo("green");
        JsonNode own = made.path("mappings").path("properties").path("landfall");
        assertThat(own.path("dynamic").asText()).isEqualTo("strict");
        assertThat(own.path("properties").path("version").path("type").asText()).isEqualTo("long");
        assertThat(made.path("mappings")
                        .path("properties")
                        .path("durationSeconds")
                        .path("type")
                        .asText())
                .isEqualTo("float");
    }

    @Test
    void a_second_start_changes_nothing() throws Exception {
        prepared(Map.of());
        JsonNode before = es.call("GET", "/" + INDEX, null);
        prepared(Map.of());
        assertThat(es.call("GET", "/" + INDEX, null)).isEqualTo(before);
    }

    @Test
    void an_alias_that_was_taken_away_is_given_back() throws Exception {
        prepared(Map.of());
        es.call("DELETE", "/" + INDEX + "-000001/_alias/" + INDEX, null);
        prepared(Map.of());
        assertThat(es.call("GET", "/_alias/" + INDEX, null).has(INDEX + "-000001"))
                .isTrue();
    }

    @Test
    void an_index_of_that_name_is_used_as_it_is_and_gets_our_object() throws Exception {
        es.call("PUT", "/" + INDEX, "{\"mappings\":{\"dynamic\":false,\"properties\":{\"n\":{\"type\":\"long\"}}}}");
        assertThat(prepared(Map.of()).isAlias(INDEX)).isFalse();
        JsonNode mappings = es.call("GET", "/" + INDEX, null).path(INDEX).path("mappings");
        assertThat(mappings.path("dynamic").asText()).isEqualTo("false");
        assertThat(mappings.path("properties").path("landfall").path("dynamic").asText())
                .isEqualTo("strict");
    }

    @Test
    void an_incompatible_mapping_ends_the_start_with_its_name() {
        es.call(
                "PUT",
                "/" + INDEX,
                "{\"mappings\":{\"properties\":{\"landfall\":{\"properties\":{\"version\":{\"type\":\"keyword\"}}}}}}");
        assertThatThrownBy(() -> prepared(Map.of()))
                .isInstanceOf(ViewMismatch.class)
                .hasMessageContaining(INDEX)
                .hasMessageContaining("landfall.version")
                .hasMessageContaining("keyword")
                .hasMessageContaining("long");
    }

    @Test
    void nothing_is_made_where_it_is_not_allowed() throws Exception {
        prepared(Map.of("create", "false"));
        assertThat(es.exists(INDEX)).isFalse();
    }

    @Test
    void a_view_that_is_away_at_start_is_prepared_later() throws Exception {
        try (EsProxy proxy = EsProxy.before(url);
                RestClient client = ViewClient.open(configuration(proxy.url(), Map.of()))) {
            proxy.behave(BulkFaults.first(1, EsProxy.Reply.RESET));
            ViewSetup setup = new ViewSetup(client, configuration(proxy.url(), Map.of()));
            assertThatCode(setup::prepareAtStart).doesNotThrowAnyException();
            assertThat(es.exists(INDEX)).isFalse();
            setup.prepareOnce();
            assertThat(es.exists(INDEX)).isTrue();
        }
    }

    @Test
    void an_index_that_another_node_makes_at_the_same_time_is_left_as_it_is() throws Exception {
        String next = INDEX + "-000001";
        try (EsProxy proxy = EsProxy.before(url);
                RestClient client = ViewClient.open(configuration(proxy.url(), Map.of()))) {
            proxy.behave(call -> {
                if (call.path().equals("/" + next)) {
                    // the other node's
                    call.pass();
                }
                return call.pass();
            });
            ConcreteIndices indices = new ConcreteIndices(client, configuration(proxy.url(), Map.of()));
            indices.make(INDEX, next);
            String made = indices.uuid(next);
            assertThat(made).isNotNull();
            indices.make(INDEX, next);
            assertThat(indices.uuid(next)).isEqualTo(made);
        }
    }

    @Test
    void a_name_that_no_index_can_have_is_a_mismatch() throws Exception {
        try (RestClient client = ViewClient.open(configuration(url, Map.of()))) {
            ConcreteIndices indices = new ConcreteIndices(client, configuration(url, Map.of()));
            assertThatThrownBy(() -> indices.make(INDEX, "UPPER"))
                    .isInstanceOf(ViewMismatch.class)
                    .hasMessageStartingWith("The view refuses PUT /UPPER: ");
        }
    }

    private ViewSetup prepared(Map<String, String> keys) throws Exception {
        ViewConfiguration configuration = configuration(url, keys);
        try (RestClient client = ViewClient.open(configuration)) {
            ViewSetup setup = new ViewSetup(client, configuration);
            setup.prepareOnce();
            return setup;
        }
    }

    private static ViewConfiguration configuration(String url, Map<String, String> keys) {
        Map<String, Object> all = new HashMap<>();
        all.put("landfall.view.url", url);
        all.put("landfall.view.indices", INDEX);
        keys.forEach((key, value) -> all.put("landfall.view." + key, value));
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("landfall.view", ViewConfiguration.class);
    }
}
