package io.landfall.monitoring;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Copies of the files under {@code ops/} for a test: the same rules, routes and inhibitions, in seconds and to receivers of its own. */
public final class OpsFiles {
    private static final Path OPS = Path.of("ops");

    private OpsFiles() {}

    /**
     * Alertmanager's file, with receivers that are webhooks.
     *
     * @param webhook every receiver's notifications go there, to the receiver's name
     * @param hook DingTalk's relay, for the receiver that has it; empty: nobody has
     * @param token that the relay wants
     */
    public static Path alertmanager(Path folder, String webhook, String hook, String token) throws IOException {
        Map<String, Object> all = map(read(OPS.resolve("alertmanager/alertmanager.yml")));
        all.remove("global");
        all.remove("templates");
        hasten(map(all.get("route")));
        for (Object one : (List<?>) all.get("receivers")) {
            Map<String, Object> receiver = map(one);
            boolean relays = receiver.containsKey("webhook_configs") && !hook.isEmpty();
            receiver.keySet().removeIf(key -> !key.equals("name"));
            List<Object> hooks = new ArrayList<>();
            hooks.add(Map.of("url", webhook + "/" + receiver.get("name"), "send_resolved", true));
            if (relays) {
                Map<String, Object> bearer = Map.of("authorization", Map.of("type", "Bearer", "credentials", token));
                hooks.add(Map.of("url", hook, "send_resolved", true, "max_alerts", 200, "http_config", bearer));
            }
            receiver.put("webhook_configs", hooks);
        }
        return Files.writeString(folder.resolve("alertmanager.yml"), new Yaml().dump(all));
    }

    private static void hasten(Map<String, Object> route) {
        route.replace("group_wait", "0s");
        route.replace("group_interval", "1s");
        for (Object child : (List<?>) route.getOrDefault("routes", List.of())) {
            hasten(map(child));
        }
    }

    /** Prometheus's file, with its rules beside it, for one node of Landfall and one Alertmanager. */
    public static Path prometheus(Path folder, int landfall, String password, int alertmanager) throws IOException {
        String rules = "landfall.rules.yml";
        Files.copy(OPS.resolve("prometheus").resolve(rules), folder.resolve(rules));
        Files.writeString(folder.resolve("landfall-password"), password);
        String text = Files.readString(OPS.resolve("prometheus/prometheus.yml"))
                .replace("15s", "1s")
                .replace("127.0.0.1:8080", "127.0.0.1:" + landfall)
                .replace("127.0.0.1:9093", "127.0.0.1:" + alertmanager);
        return Files.writeString(folder.resolve("prometheus.yml"), text);
    }

    static Object read(Path file) throws IOException {
        try (Reader text = Files.newBufferedReader(file)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object of) {
        return (Map<String, Object>) of;
    }
}
