package io.landfall.corridor;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.elasticsearch.client.RestClient;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import io.landfall.alarm.Availability;
import io.landfall.state.Task;
import io.landfall.view.BulkSize;
import io.landfall.view.IndexBreakers;
import io.landfall.view.KeptAlarms;
import io.landfall.view.KeptIndexFailures;
import io.landfall.view.MemoryLedger;
import io.landfall.view.ViewClient;
import io.landfall.view.ViewConfiguration;
import io.landfall.view.ViewSetup;
import io.landfall.view.ViewWrite;
import io.landfall.view.ViewWriter;
import io.landfall.view.Written;

/** The real route files, the real component and the real hands, on a ledger in memory. */
final class WriteViewBench implements AutoCloseable {
    Runnable onRead = () -> {};
    final MemoryLedger ledger = new MemoryLedger(() -> onRead.run());
    final KeptAlarms alarms = new KeptAlarms();
    final Availability availability = new Availability(alarms, Clock.systemUTC());
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final DefaultCamelContext camel = new DefaultCamelContext();
    final KeptIndexFailures failures = new KeptIndexFailures();
    final ViewSetup setup;
    final IndexBreakers breakers;
    final BulkSize size;

    WriteViewBench(String url, String index, Map<String, String> keys) throws Exception {
        ViewConfiguration configuration = configuration(url, index, keys);
        RestClient client = ViewClient.open(configuration);
        setup = new ViewSetup(client, configuration);
        setup.prepareAtStart();
        breakers = new IndexBreakers(configuration, failures, Clock.systemUTC());
        size = new BulkSize(configuration, Clock.systemUTC());
        ViewWriter writer = new ViewWriter(
                configuration, setup, client, ledger, alarms, breakers, size, () -> 0.2, anyIndex -> null);
        camel.getRegistry().bind("viewClient", client);
        camel.getRegistry().bind("openWrite", new OpenWrite(writer));
        camel.getRegistry()
                .bind("lookBeforeWrite", new LookBeforeWrite(availability, failures, new LedgerWait(availability)));
        camel.getRegistry().bind("nextBulk", new NextBulk());
        camel.getRegistry().bind("unansweredBulk", new UnansweredBulk());
        camel.getRegistry().bind("judgeBulk", new JudgeBulk(availability, meters));
        camel.getRegistry().bind("closeWrite", new CloseWrite(meters));
        for (String file : List.of("30-write-view", "31-send-bulk")) {
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(ResourceHelper.resolveMandatoryResource(camel, "file:routes/" + file + ".camel.yaml"));
        }
        camel.start();
    }

    static ViewConfiguration configuration(String url, String index, Map<String, String> keys) {
        Map<String, Object> all = new HashMap<>();
        all.put("landfall.view.url", url);
        all.put("landfall.view.indices", index);
        all.put("landfall.view.probe-period", "200ms");
        all.put("landfall.view.properties", "{\"durationSeconds\":{\"type\":\"float\"}}");
        keys.forEach((key, value) -> all.put("landfall.view." + key, value));
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("landfall.view", ViewConfiguration.class);
    }

    /** Puts the rows into the ledger and writes them. */
    List<Written> write(Task... tasks) {
        for (Task task : tasks) {
            ledger.put(task);
        }
        return write(java.util.Arrays.stream(tasks)
                .map(task -> new ViewWrite(task, System.nanoTime()))
                .toList());
    }

    @SuppressWarnings("unchecked")
    List<Written> write(List<ViewWrite> writes) {
        return (List<Written>) send(writes, Patience.DEFAULT).getMessage().getBody();
    }

    /** Throws what the route threw. */
    Exchange send(List<ViewWrite> writes, Duration patience) {
        Exchange exchange = new DefaultExchange(camel);
        Patience.begin(exchange, patience);
        exchange.getMessage().setBody(writes);
        // headers of the component, as an attacker would send them
        exchange.getMessage().setHeader("operation", "DeleteIndex");
        exchange.getMessage().setHeader("indexName", "elsewhere");
        camel.createProducerTemplate().send("direct:write-view", exchange);
        if (exchange.getException() instanceof RuntimeException e) {
            throw e;
        }
        if (exchange.getException() != null) {
            throw new AssertionError(exchange.getException());
        }
        return exchange;
    }

    @Override
    public void close() {
        camel.stop();
    }
}
