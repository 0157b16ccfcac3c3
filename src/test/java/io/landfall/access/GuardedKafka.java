package io.landfall.access;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

import io.landfall.stack.Ports;
import io.landfall.stack.StackOptions;
import io.landfall.stack.Wait;

import static org.awaitility.Awaitility.await;

/** The broker, with a SASL_SSL listener for each {@link Face} behind one port, and a user {@code landfall}. */
final class GuardedKafka implements Guarded, AutoCloseable {
    private final Map<Face, Integer> ports = new EnumMap<>(Face.class);
    private final Map<Face, Certificate> certificates;
    private final String password;
    private final PortSwitch entry;
    private String plain = "";

    GuardedKafka(Map<Face, Certificate> certificates, String password) throws IOException {
        this.certificates = certificates;
        this.password = password;
        for (Face face : Face.values()) {
            ports.put(face, Ports.free());
        }
        this.entry = new PortSwitch(ports.get(Face.RIGHT));
    }

    /** The options with its listeners. */
    StackOptions on(StackOptions options) {
        StringBuilder listeners = new StringBuilder("+");
        StringBuilder advertised = new StringBuilder("+");
        StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        StackOptions all = options;
        for (Face face : Face.values()) {
            String comma = face == Face.RIGHT ? "" : ",";
            listeners.append(comma).append(face).append("://127.0.0.1:").append(ports.get(face));
            advertised.append(comma).append(face).append("://").append(address());
            protocols.append(",").append(face).append(":SASL_SSL");
            String listener = "listener.name." + face.name().toLowerCase(Locale.ROOT) + ".";
            all = all.withKafka(listener + "ssl.keystore.type", "PEM")
                    .withKafka(
                            listener + "ssl.keystore.location",
                            certificates.get(face).both().toString())
                    .withKafka(listener + "sasl.enabled.mechanisms", "SCRAM-SHA-512")
                    .withKafka(
                            listener + "scram-sha-512.sasl.jaas.config",
                            "org.apache.kafka.common.security.scram.ScramLoginModule required;");
            if (face == Face.DEMANDING) {
                all = all.withKafka(listener + "ssl.client.auth", "required")
                        .withKafka(listener + "ssl.truststore.type", "PEM")
                        .withKafka(
                                listener + "ssl.truststore.location",
                                certificates.get(face).authority().toString());
            }
        }
        return all.withKafka("listeners", listeners.toString())
                .withKafka("advertised.listeners", advertised.toString())
                .withKafka("listener.security.protocol.map", protocols.toString());
    }

    /** Once the broker runs; {@code plain} is its address for tests, without TLS. */
    void begin(String address) {
        plain = address;
        setPassword(password);
        await().atMost(Wait.MOST).until(this::isLetIn);
    }

    String address() {
        return "127.0.0.1:" + entry.port();
    }

    /** Kafka's own keys, as README has them, for a client that trusts the authorities in that file. */
    Map<String, String> client(Path trusted) {
        Map<String, String> client = new HashMap<>();
        client.put("security.protocol", "SASL_SSL");
        client.put("sasl.mechanism", "SCRAM-SHA-512");
        client.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"landfall\" password=\""
                        + password + "\";");
        client.put("ssl.truststore.type", "PEM");
        client.put("ssl.truststore.location", trusted.toString());
        return client;
    }

    /** What is added to the keys of a client that shows a certificate. */
    static Map<String, String> showing(Certificate certificate) {
        return Map.of(
                "ssl.keystore.type",
                "PEM",
                "ssl.keystore.location",
                certificate.both().toString());
    }

    @Override
    public void show(Face face) {
        entry.lead(ports.get(face));
    }

    @Override
    public void takeLogin(boolean right) {
        setPassword(right ? password : "another");
        await().atMost(Wait.MOST).until(() -> isLetIn() == right);
        entry.cut();
    }

    private void setPassword(String current) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", plain))) {
            admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                            "landfall", new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), current)))
                    .all()
                    .get(Wait.MOST.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the broker does not change the password", e);
        }
    }

    /** The broker learns of a new password a little after it has agreed to it. */
    private boolean isLetIn() throws Exception {
        Map<String, Object> client =
                new HashMap<>(client(certificates.get(Face.RIGHT).authority()));
        client.put("bootstrap.servers", address());
        client.put("request.timeout.ms", 5_000);
        client.put("default.api.timeout.ms", 5_000);
        try (Admin admin = Admin.create(client)) {
            return !admin.describeCluster().nodes().get(10, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        entry.close();
    }
}
