package io.landfall.corridor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.Info;

import io.landfall.view.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class RouteFolderTest {
    private final SettableClock clock = new SettableClock();
    private final RouteSet set = new RouteSet(clock);

    @Test
    void of_the_products_files_only_two_wait_for_the_next_start() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("routes"))) {
            List<String> waiting = files.filter(file -> RouteFolder.whyNotNow(text(file)) != null)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
            assertThat(waiting).containsExactly("00-error-handling.camel.yaml", "31-send-bulk.camel.yaml");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_version_is_of_what_is_at_work_not_of_how_it_came() {
        set.take("b", "2");
        set.take("a", "0");
        String before = set.version();
        set.take("a", "1");
        assertThat(set.version()).hasSize(12).isNotEqualTo(before);

        RouteSet other = new RouteSet(clock);
        other.take("a", "1");
        other.take("b", "2");
        assertThat(set.version()).isEqualTo(other.version());
    }

    @Test
    void a_version_is_told_with_the_time_it_was_loaded() {
        set.take("a", "1");
        Instant loaded = clock.instant();
        clock.pass(Duration.ofMinutes(1));
        set.take("a", "1");
        set.refuse("b", "no such bean");
        assertThat(set.since()).isEqualTo(loaded);
        set.take("a", "2");
        assertThat(set.since()).isEqualTo(clock.instant());
    }

    @Test
    void a_refused_file_is_told_beside_the_version_of_what_is_at_work() {
        set.take("a", "1");
        String version = set.version();
        set.refuse("a", "no such bean");

        Info.Builder info = new Info.Builder();
        set.contribute(info);
        assertThat(info.build().getDetails().get("routes"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("version", version)
                .containsEntry("since", clock.instant())
                .containsEntry("refused", Map.of("a", "no such bean"));
    }

    @Test
    void a_file_that_is_mended_is_refused_no_more() {
        set.refuse("a", "no such bean");
        set.take("a", "1");
        assertThat(set.refused()).isEmpty();
        assertThat(set.text("a")).isEqualTo("1");
    }
}
