package io.landfall;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SimpleCommandLinePropertySource;

import io.landfall.simulator.DispatchWorker;
import io.landfall.simulator.TrafficOptions;
import io.landfall.simulator.TrafficSimulator;
import io.landfall.stack.LocalStack;
import io.landfall.stack.StackOptions;
import io.landfall.stack.Topics;

/**
 * The product on the local stack: {@code ./mvnw spring-boot:test-run}. Every key of the product can be given as an argument, the
 * connection keys too.
 *
 * <p>Time is shorter here: an inspection looks after a minute, not ten.
 *
 * <p>{@code --landfall.demo.product=false}: the servers alone, with topics and a login, for nodes that are started elsewhere.
 */
public final class LandfallDemo {
    private static final Map<String, String> IMPATIENT = Map.of(
            "landfall.inspection.min-age", "1m",
            "landfall.inspection.period", "20s",
            "landfall.inspection.confirm-after", "10s",
            "landfall.inspection.deadline", "2m");

    private LandfallDemo() {}

    public static void main(String[] args) throws InterruptedException {
        endWithTheBuild();
        LocalStack stack = LocalStack.start(StackOptions.demo());
        // Spring runs these after it has closed its contexts: the servers outlive the product
        SpringApplication.getShutdownHandlers().add(stack::close);
        Topics.createMissing(stack.bootstrapServers());
        DemoLogin login = DemoLogin.keptIn(StackOptions.demo().data());
        String servers = "Kafka " + stack.bootstrapServers() + "  Elasticsearch " + stack.elasticsearchUrl()
                + "/tasks/_search  PostgreSQL 127.0.0.1:" + StackOptions.demo().postgresPort() + "  login "
                + login.hint();
        if ("false".equals(new SimpleCommandLinePropertySource(args).getProperty("landfall.demo.product"))) {
            System.out.println("The demo's servers alone: " + servers);
            new CountDownLatch(1).await();
        }
        connection(stack).forEach(LandfallDemo::setIfAbsent);
        setIfAbsent("landfall.admin-password", login.password());
        // so that one sees silent failures appear and be repaired
        IMPATIENT.forEach(LandfallDemo::setIfAbsent);
        ConfigurableApplicationContext product = SpringApplication.run(Landfall.class, args);
        System.out.println("The demo: " + servers);
        TrafficOptions options = TrafficOptions.from(product.getEnvironment(), Clock.systemUTC());
        TrafficSimulator traffic = TrafficSimulator.start(stack.bootstrapServers(), options, Clock.systemUTC());
        if (options.traffic()) {
            String dispatch = product.getEnvironment().getRequiredProperty("landfall.topics.dispatch");
            DispatchWorker.start(stack.bootstrapServers(), dispatch, options, Clock.systemUTC());
        }
        DemoProgress.start(product, traffic);
    }

    private static Map<String, String> connection(LocalStack stack) {
        return Map.of(
                "spring.datasource.url", stack.jdbcUrl(),
                "spring.datasource.username", stack.jdbcUser(),
                "spring.datasource.password", stack.jdbcPassword(),
                "landfall.kafka.brokers", stack.bootstrapServers(),
                "landfall.view.url", stack.elasticsearchUrl());
    }

    private static void setIfAbsent(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }

    /** The build that started us may be killed without a word to us: then nobody would ever stop us. */
    private static void endWithTheBuild() {
        if (System.getProperty("landfall.demo.end-with-parent") == null) {
            return;
        }
        var unused =
                ProcessHandle.current().parent().map(parent -> parent.onExit().thenRun(() -> System.exit(0)));
    }
}
