package io.landfall.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.landfall.stack.Server;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;

/** What somebody reads who looks at the log of a node as it is deployed, when a server is away: that, and not a flood. */
class NoiseIT {
    private static final Duration AWAY = Duration.ofSeconds(25);

    private static Site site;
    private static Product node;
    private static Offsets offsets;
    private static int load;

    @BeforeAll
    static void begin() {
        site = Site.fresh("noisesite", 3);
        offsets = site.offsets();
        node = Product.of(site, "one").asDeployed().with("landfall.ops.watch-period", "2s");
        node.start();
    }

    @AfterAll
    static void end() {
        node.close();
        offsets.close();
    }

    @AfterEach
    void all_servers_are_there() {
        Site.stack().elasticsearch().start();
        Site.stack().postgres().start();
        Site.stack().kafka().start();
    }

    @Test
    void a_view_that_is_away_is_told_in_a_few_lines() throws Exception {
        List<String> said = saidWhileAway("VIEW", Site.stack().elasticsearch());
        assertThat(said).hasSizeLessThanOrEqualTo(10);
        assertThat(said)
                .filteredOn(line -> line.contains("what needs VIEW waits"))
                .hasSize(1);
        assertThat(said).filteredOn(line -> line.contains("VIEW is back")).hasSize(1);
    }

    @Test
    void a_ledger_that_is_away_is_told_in_a_few_lines() throws Exception {
        List<String> said = saidWhileAway("LEDGER", Site.stack().postgres());
        assertThat(said).hasSizeLessThanOrEqualTo(20);
        assertThat(said)
                .filteredOn(line -> line.contains("what needs LEDGER waits"))
                .hasSize(1);
        assertThat(said).filteredOn(line -> line.contains("LEDGER is back")).hasSize(1);
    }

    @Test
    void a_broker_that_is_away_is_told_in_a_few_lines() throws Exception {
        List<String> said = saidWhileAway("BROKER", Site.stack().kafka());
        assertThat(said).hasSizeLessThanOrEqualTo(20);
        assertThat(said)
                .filteredOn(line -> line.contains("what needs BROKER waits"))
                .hasSize(1);
        assertThat(said).filteredOn(line -> line.contains("BROKER is back")).hasSize(1);
    }

    private static List<String> saidWhileAway(String name, Server server) throws IOException {
        send();
        offsets.awaitSettled(Wait.MOST);
        int before = lines().size();
        if (server != Site.stack().kafka()) {
            send();
        }
        server.kill();
        Awaitility.await().atMost(AWAY.plus(Wait.MOST)).during(AWAY).until((Callable<Boolean>) node::isRunning);
        server.start();
        send();
        offsets.awaitSettled(Wait.MOST);
        Awaitility.await().atMost(Wait.MOST).until(() -> since(before).stream()
                .anyMatch(line -> line.contains(name + " is back")));
        // without what became of single events, and without stack traces
        return since(before).stream()
                .filter(line -> line.matches("\\d{4}-.*") && !line.contains("io.landfall.facts"))
                .toList();
    }

    private static void send() {
        Load.acceptable("n" + ++load, 40).sendTo(site);
    }

    private static List<String> since(int before) throws IOException {
        List<String> said = lines();
        return said.subList(before, said.size());
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(node.log());
    }
}
