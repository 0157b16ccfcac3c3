package io.landfall.view;

import java.net.URI;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ViewConfigurationTest {
    @Test
    void everything_has_a_default() {
        ViewConfiguration configuration = bind(Map.of("landfall.view.url", "http://127.0.0.1:29200"));
        assertThat(configuration.url()).containsExactly(URI.create("http://127.0.0.1:29200"));
        assertThat(configuration.indices()).containsExactly("tasks");
        assertThat(configuration.mode("tasks")).isEqualTo(ViewConfiguration.Mode.REPLACE);
        assertThat(configuration.bulkBytes().toMegabytes()).isEqualTo(5);
        assertThat(configuration.replicas()).isEqualTo("0-1");
        assertThat(configuration.shards()).isEqualTo(1);
    }

    @Test
    void an_index_may_have_a_mode_of_its_own() {
        ViewConfiguration configuration = bind(
                Map.of("landfall.view.indices", "tasks,my-index.2", "landfall.view.index-modes[my-index.2]", "merge"));
        assertThat(configuration.mode("tasks")).isEqualTo(ViewConfiguration.Mode.REPLACE);
        assertThat(configuration.mode("my-index.2")).isEqualTo(ViewConfiguration.Mode.MERGE);
    }

    @Test
    void a_wrong_value_is_named_with_its_key() {
        assertThatThrownBy(() -> bind(Map.of("landfall.view.indices", "Tasks")))
                .isInstanceOf(BindException.class)
                .rootCause()
                .hasMessageContaining("landfall.view.indices")
                .hasMessageContaining("Tasks");
        assertThatThrownBy(() -> bind(Map.of("landfall.view.replicas", "many")))
                .rootCause()
                .hasMessageContaining("landfall.view.replicas");
        assertThatThrownBy(() -> bind(Map.of("landfall.view.username", "me")))
                .rootCause()
                .hasMessageContaining("landfall.view.password");
    }

    @Test
    void secrets_are_not_shown() {
        ViewConfiguration configuration =
                bind(Map.of("landfall.view.username", "me", "landfall.view.password", "s3cret"));
        assertThat(configuration.toString()).doesNotContain("s3cret");
    }

    private static ViewConfiguration bind(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("landfall.view", ViewConfiguration.class);
    }
}
