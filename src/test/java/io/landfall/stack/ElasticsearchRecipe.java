package io.landfall.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.aether.artifact.Artifact;

/** One Elasticsearch node with its HTTP module and no other: no security, no scripts, no aggregations, no ingest. */
final class ElasticsearchRecipe implements Recipe {
    private static final String VERSION = "8.19.21";
    private static final List<String> JARS = List.of(
            "org.elasticsearch:elasticsearch:" + VERSION, "org.elasticsearch.plugin:transport-netty4:" + VERSION);
    private static final String LAUNCHER = "launch/ElasticsearchNode.java";
    private static final String LOGGING = "launch/elasticsearch-log4j2.properties";
    private static final String PLUGIN = "launch/transport-netty4.properties";
    private static final Duration PROBE = Duration.ofSeconds(3);

    private final Path data;
    private final int port;
    private final Jvm jvm;
    private final Map<String, String> settings;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PROBE)
            .build();

    ElasticsearchRecipe(Path data, int port, Jvm jvm, Map<String, String> settings) {
        this.data = data;
        this.jvm = jvm;
        this.port = port;
        this.settings = settings;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public String name() {
        return "elasticsearch";
    }

    @Override
    public void prepare() throws IOException {
        home();
        Files.createDirectories(data);
    }

    @Override
    public List<String> command() {
        Path home = home();
        List<String> command = jvm.command(
                "-Xms512m",
                "-Xmx512m",
                "-Dlog4j.shutdownHookEnabled=false",
                "-Dlog4j2.disable.jmx=true",
                "-Dio.netty.noUnsafe=true",
                "-Dio.netty.noKeySetOptimization=true",
                "-Dio.netty.recycler.maxCapacityPerThread=0",
                "-Des.path.home=" + home,
                "-Des.distribution.type=tar",
                "--module-path",
                home.resolve("lib").toString(),
                "--add-modules=jdk.net,jdk.management.agent,ALL-MODULE-PATH",
                "-cp",
                home.resolve("launch").toString(),
                "io.landfall.stack.launch.ElasticsearchNode");
        settings(home).forEach((key, value) -> command.add(key + "=" + value));
        return command;
    }

    @Override
    public boolean isReady() throws Exception {
        URI health = URI.create(url() + "/_cluster/health?wait_for_status=yellow&timeout=1s");
        HttpRequest request = HttpRequest.newBuilder(health).timeout(PROBE).build();
        return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    }

    private Map<String, String> settings(Path home) {
        Map<String, String> all = new TreeMap<>();
        all.put("path.home", home.toString());
        all.put("path.data", data.resolve("data").toString());
        all.put("path.logs", data.resolve("logs").toString());
        all.put("cluster.name", "landfall-local");
        all.put("node.name", "local-0");
        all.put("discovery.type", "single-node");
        all.put("network.host", "127.0.0.1");
        all.put("http.port", Integer.toString(port));
        all.put("transport.port", "0"); // any free one
        // a full disk of a developer is no reason to refuse his test data
        all.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        // in a heap this small, garbage not yet collected would count as memory in use, and writes be refused for it
        all.put("indices.breaker.total.use_real_memory", "false");
        all.putAll(settings);
        return all;
    }

    private static Path home() {
        return Home.of("elasticsearch-" + VERSION, ElasticsearchRecipe::fill, LAUNCHER, LOGGING, PLUGIN);
    }

    private static void fill(Path home) throws IOException {
        Path lib = home.resolve("lib");
        Path module = home.resolve("modules").resolve("transport-netty4");
        for (Artifact jar : MavenJars.resolve(JARS)) {
            Home.put(jar, isOfModule(jar) ? module : lib);
        }
        Home.put(PLUGIN, module.resolve("plugin-descriptor.properties"));
        Home.put(LOGGING, home.resolve("config").resolve("log4j2.properties"));
        Files.createFile(home.resolve("config").resolve("elasticsearch.yml"));
        Launcher.compile(LAUNCHER, lib, home.resolve("launch"));
    }

    private static boolean isOfModule(Artifact jar) {
        return jar.getGroupId().equals("io.netty")
                || jar.getArtifactId().equals("transport-netty4")
                || jar.getArtifactId().equals("elasticsearch-ssl-config");
    }
}
