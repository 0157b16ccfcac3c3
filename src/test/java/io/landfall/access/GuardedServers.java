package io.landfall.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.landfall.stack.LocalStack;
import io.landfall.stack.StackOptions;
import io.landfall.stack.Topics;

/** The three servers as Landfall must reach them: over TLS and with logins, by the keys that README names. */
final class GuardedServers implements AutoCloseable {
    /** In every password. */
    static final String MARK = "planted-7e15";

    private static final String KAFKA_PASSWORD = MARK + "-kafka";
    private static final String API_KEY = MARK + "-api-key";
    private static final String VIEW_PASSWORD = MARK + "-view";
    private static final String LEDGER_PASSWORD = MARK + "-ledger";

    private final LocalStack stack;
    private final GuardedKafka kafka;
    private final GuardedView view;
    private final GuardedLedger ledger;
    private final Authority authority;
    private final Authority stranger;
    private final Certificate client;
    private final Path trusted;

    GuardedServers() throws Exception {
        StackOptions options = StackOptions.tests();
        Path folder = options.data();
        authority = Authority.in(folder.resolve("authority"));
        stranger = Authority.in(folder.resolve("stranger"));
        trusted = folder.resolve("ca.pem");
        trustStranger(false);
        Map<Face, Certificate> certificates = new EnumMap<>(Face.class);
        certificates.put(Face.RIGHT, authority.issue("right", "ip:127.0.0.1"));
        certificates.put(Face.DEMANDING, certificates.get(Face.RIGHT));
        certificates.put(Face.STRANGER, stranger.issue("stranger", "ip:127.0.0.1"));
        certificates.put(Face.ELSEWHERE, authority.issue("elsewhere", "dns:elsewhere.example"));
        // by its name PostgreSQL knows whose it is
        client = authority.issue("landfall", "dns:landfall.example");
        kafka = new GuardedKafka(certificates, KAFKA_PASSWORD);
        ledger = new GuardedLedger(
                certificates,
                client,
                LEDGER_PASSWORD,
                folder.resolve("postgres").resolve("tls"));
        stack = LocalStack.start(ledger.on(kafka.on(options.withData(folder, true))));
        view = new GuardedView(certificates, stack.elasticsearchUrl(), API_KEY, VIEW_PASSWORD);
        kafka.begin(stack.bootstrapServers());
        ledger.begin(stack);
        Topics.createMissing(stack.bootstrapServers(), Topics.OF_LANDFALL, 1);
    }

    /** How Landfall reaches them, with an API key for Elasticsearch. */
    Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("landfall.kafka.brokers", kafka.address());
        kafka.client(trusted).forEach((key, value) -> keys.put("landfall.kafka.properties." + key, value));
        keys.put("landfall.view.url", view.url());
        keys.put("landfall.view.api-key", API_KEY);
        keys.put("landfall.view.ssl-bundle", "view");
        keys.put("spring.ssl.bundle.pem.view.truststore.certificate", "file:" + trusted);
        keys.put("spring.ssl.bundle.pem.view.reload-on-update", "true");
        keys.put("spring.datasource.url", ledger.url(trusted));
        keys.put("spring.datasource.username", ledger.user());
        keys.put("spring.datasource.password", LEDGER_PASSWORD);
        return keys;
    }

    /** The same with user and password for Elasticsearch. */
    Map<String, String> keysWithPassword() {
        Map<String, String> keys = keys();
        keys.remove("landfall.view.api-key");
        keys.put("landfall.view.username", GuardedView.USER);
        keys.put("landfall.view.password", VIEW_PASSWORD);
        return keys;
    }

    /** The same with a certificate that is shown to all three. */
    Map<String, String> keysWithCertificate() {
        Map<String, String> keys = keys();
        GuardedKafka.showing(client).forEach((key, value) -> keys.put("landfall.kafka.properties." + key, value));
        keys.put("spring.ssl.bundle.pem.view.keystore.certificate", "file:" + client.chain());
        keys.put("spring.ssl.bundle.pem.view.keystore.private-key", "file:" + client.key());
        keys.merge("spring.datasource.url", GuardedLedger.showing(client), String::concat);
        return keys;
    }

    /** What nobody may read: each secret, and each that is told in another form. */
    static List<String> secrets() {
        return List.of(MARK, GuardedView.basic(VIEW_PASSWORD));
    }

    /** @param component as health names it */
    Guarded server(String component) {
        return switch (component) {
            case "broker" -> kafka;
            case "view" -> view;
            case "ledger" -> ledger;
            default -> throw new IllegalArgumentException(component);
        };
    }

    /** The file of an authority that Landfall must not trust. */
    Path stranger() {
        return stranger.pem();
    }

    /** Replaces the file of the authorities that Landfall trusts. */
    void trustStranger(boolean too) throws IOException {
        Path draft = trusted.resolveSibling("ca.pem.new");
        Files.writeString(draft, Files.readString(authority.pem()) + (too ? Files.readString(stranger.pem()) : ""));
        Files.move(draft, trusted, StandardCopyOption.ATOMIC_MOVE);
    }

    /** For the test itself: Kafka without TLS. */
    String plainBrokers() {
        return stack.bootstrapServers();
    }

    /** For the test itself: Elasticsearch without TLS. */
    String plainView() {
        return stack.elasticsearchUrl();
    }

    @Override
    public void close() throws Exception {
        kafka.close();
        view.close();
        stack.close();
    }
}
