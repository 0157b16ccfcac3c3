package io.landfall.stack.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * Runs one node with the settings given as {@code key=value}. It does what the server's own main class does without what needs the
 * whole distribution: its refusal of root, its native sandbox, and its talk with the command-line tool.
 */
public final class ElasticsearchNode {
    private static final long CLOSE_SECONDS = 10;

    private ElasticsearchNode() {}

    public static void main(String[] args) throws Exception {
        Settings.Builder builder = Settings.builder();
        for (String setting : args) {
            String[] pair = setting.split("=", 2);
            builder.put(pair[0], pair[1]);
        }
        Settings settings = builder.build();

        LogConfigurator.registerErrorListener();
        Path config = Path.of(settings.get("path.home"), "config");
        Environment environment = new Environment(settings, config);
        Files.createDirectories(environment.logsDir());
        LogConfigurator.setClusterName(settings.get("cluster.name"));
        LogConfigurator.setNodeName(settings.get("node.name"));
        LogConfigurator.configure(environment, true);

        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
                PluginsLoader.loadModulesBundles(environment.modulesDir()), Set.of(), Map.of());
        Node node = new Node(environment, plugins);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node, stopped), "stop"));
        node.start();
        stopped.await();
    }

    private static void stop(Node node, CountDownLatch stopped) {
        try {
            node.prepareForClose();
            node.close();
            node.awaitClose(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            LogManager.getLogger(ElasticsearchNode.class).warn("Closed badly", e);
        } finally {
            Configurator.shutdown((LoggerContext) LogManager.getContext(false));
            stopped.countDown();
        }
    }
}
