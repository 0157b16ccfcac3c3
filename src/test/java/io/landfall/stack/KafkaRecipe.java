package io.landfall.stack;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.eclipse.aether.artifact.Artifact;

/** A Kafka broker that is its own controller. Topics are made on purpose, never by asking for one. */
final class KafkaRecipe implements Recipe {
    private static final String VERSION = "4.3.1";
    private static final List<String> JARS = List.of(
            "org.apache.kafka:kafka_2.13:" + VERSION,
            "org.apache.kafka:kafka-tools:" + VERSION,
            "org.apache.logging.log4j:log4j-slf4j-impl:2.25.4");
    private static final String LAUNCHER = "launch/KafkaNode.java";
    private static final String LOGGING = "launch/kafka-log4j2.properties";
    private static final int PROBE_MILLIS = 2_000;

    private final Path data;
    private final int port;
    private final int controllerPort = Ports.free();
    private final Jvm jvm;
    private final Map<String, String> settings;

    KafkaRecipe(Path data, int port, Jvm jvm, Map<String, String> settings) {
        this.data = data;
        this.jvm = jvm;
        this.port = port;
        this.settings = settings;
    }

    String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public void prepare() throws IOException {
        home();
        Files.createDirectories(data);
        try (Writer file = Files.newBufferedWriter(propertiesFile())) {
            properties().store(file, null);
        }
    }

    @Override
    public List<String> command() {
        Path home = home();
        return jvm.command(
                "-Xmx384m",
                "-Dlog4j2.configurationFile="
                        + home.resolve("log4j2.properties").toUri(),
                "-cp",
                home.resolve("launch")
                        + Jvm.PATH_SEPARATOR
                        + home.resolve("lib").resolve("*"),
                "io.landfall.stack.launch.KafkaNode",
                propertiesFile().toString());
    }

    @Override
    public boolean isReady() throws Exception {
        // a client that meets a closed port warns about it in our log: knock first
        try (Socket knock = new Socket()) {
            knock.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_MILLIS);
        }
        Map<String, Object> client = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PROBE_MILLIS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PROBE_MILLIS);
        try (Admin admin = Admin.create(client)) {
            return !admin.describeCluster()
                    .nodes()
                    .get(PROBE_MILLIS, TimeUnit.MILLISECONDS)
                    .isEmpty();
        }
    }

    private Path propertiesFile() {
        return data.resolve("server.properties");
    }

    private Properties properties() {
        Properties all = new Properties();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        all.put("controller.listener.names", "CONTROLLER");
        all.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        all.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        all.put("log.dirs", data.resolve("logs").toString());
        all.put("auto.create.topics.enable", "false");
        all.put("offsets.topic.replication.factor", "1");
        all.put("offsets.topic.num.partitions", "4");
        all.put("transaction.state.log.replication.factor", "1");
        all.put("transaction.state.log.min.isr", "1");
        all.put("transaction.state.log.num.partitions", "4");
        all.put("share.coordinator.state.topic.replication.factor", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
        all.put("group.initial.rebalance.delay.ms", "0");
        // a broker that was killed is let in again after this time: by default that takes nine seconds
        all.put("broker.session.timeout.ms", "2000");
        all.put("broker.heartbeat.interval.ms", "500");
        settings.forEach(
                (key, value) -> all.put(key, value.startsWith("+") ? all.get(key) + "," + value.substring(1) : value));
        return all;
    }

    private static Path home() {
        return Home.of("kafka-" + VERSION, KafkaRecipe::fill, LAUNCHER, LOGGING);
    }

    private static void fill(Path home) throws IOException {
        Path lib = home.resolve("lib");
        for (Artifact jar : MavenJars.resolve(JARS)) {
            Home.put(jar, lib);
        }
        Home.put(LOGGING, home.resolve("log4j2.properties"));
        Launcher.compile(LAUNCHER, lib, home.resolve("launch"));
    }
}
