package io.landfall.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

import io.landfall.stack.LocalStack;
import io.landfall.stack.StackOptions;
import io.landfall.stack.Wait;

import static org.awaitility.Awaitility.await;

/** PostgreSQL that takes connections over TLS only, with a password, and reads its certificate from files. */
final class GuardedLedger implements Guarded {
    private final Map<Face, Certificate> certificates;
    private final Certificate client;
    private final String password;
    private final Path folder;
    private String user = "";
    private String address = "";
    private long pid;

    /** @param folder below the server's own, so that the user whom it runs as may read what is there */
    GuardedLedger(Map<Face, Certificate> certificates, Certificate client, String password, Path folder)
            throws IOException {
        this.certificates = certificates;
        this.client = client;
        this.password = password;
        this.folder = Files.createDirectories(folder);
        Files.copy(client.authority(), authority(), StandardCopyOption.REPLACE_EXISTING);
        put(Face.RIGHT);
        Files.setPosixFilePermissions(key(), PosixFilePermissions.fromString("rw-------"));
    }

    /** The options with its settings. */
    StackOptions on(StackOptions options) {
        return options.withPostgres("ssl", "on")
                .withPostgres("ssl_cert_file", chain().toString())
                .withPostgres("ssl_key_file", key().toString())
                .withPostgres("ssl_ca_file", authority().toString())
                .withPostgres("hba_file", folder.resolve("pg_hba.conf").toString());
    }

    /** Once the server runs. */
    void begin(LocalStack stack) throws SQLException {
        address = stack.jdbcUrl().replaceAll("\\?.*", "");
        user = stack.jdbcUser();
        pid = stack.postgres().pid();
        try (Connection first = DriverManager.getConnection(carelessUrl(), user, stack.jdbcPassword())) {
            setPassword(first, password);
        }
    }

    /** As README has it, for a client that trusts the authorities in that file. */
    String url(Path trusted) {
        return address + "?sslmode=verify-full&sslrootcert=" + trusted;
    }

    /** What is added to the URL of a client that shows a certificate, whose key is no RSA one. */
    static String showing(Certificate certificate) {
        return "&sslcert=" + certificate.chain() + "&sslkey=" + certificate.key() + "&pemKeyAlgorithm=EC";
    }

    /** A connection that cares for no certificate, and shows one. */
    String carelessUrl() {
        return address + "?sslmode=require" + showing(client);
    }

    String user() {
        return user;
    }

    @Override
    public void show(Face face) throws Exception {
        put(face);
        new ProcessBuilder("kill", "-HUP", Long.toString(pid)).start().waitFor();
        await().atMost(Wait.MOST).until(() -> isTrusted() == (face == Face.RIGHT));
        try (Connection own = DriverManager.getConnection(carelessUrl(), user, password)) {
            cut(own);
        }
    }

    @Override
    public void takeLogin(boolean right) throws SQLException {
        String other = "another";
        try (Connection own = DriverManager.getConnection(carelessUrl(), user, right ? other : password)) {
            setPassword(own, right ? password : other);
            cut(own);
        }
    }

    private boolean isTrusted() {
        try (Connection connection =
                DriverManager.getConnection(url(certificates.get(Face.RIGHT).authority()), user, password)) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    private void setPassword(Connection own, String current) throws SQLException {
        try (Statement statement = own.createStatement()) {
            statement.execute("alter role " + user + " password '" + current + "'");
        }
    }

    private static void cut(Connection own) throws SQLException {
        try (Statement statement = own.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                    + " where usename = current_user and pid <> pg_backend_pid()");
        }
    }

    private void put(Face face) throws IOException {
        // the content only: owner and mode stay as the server wants them
        Files.writeString(chain(), Files.readString(certificates.get(face).chain()));
        Files.writeString(key(), Files.readString(certificates.get(face).key()));
        Files.writeString(
                folder.resolve("pg_hba.conf"),
                "hostssl all all 127.0.0.1/32 scram-sha-256"
                        + (face == Face.DEMANDING ? " clientcert=verify-full\n" : "\n"));
    }

    private Path authority() {
        return folder.resolve("ca.crt");
    }

    private Path chain() {
        return folder.resolve("server.crt");
    }

    private Path key() {
        return folder.resolve("server.key");
    }
}
