package io.landfall.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A Kafka broker, an Elasticsearch node and a PostgreSQL server on 127.0.0.1, as child processes that end with this one. Nothing is
 * in them: topics, tables and indices are the business of whoever starts it.
 */
public final class LocalStack implements AutoCloseable {
    private final DataLock lock;
    private final KafkaRecipe kafkaRecipe;
    private final ElasticsearchRecipe elasticsearchRecipe;
    private final PostgresRecipe postgresRecipe;
    private final Server kafka;
    private final Server elasticsearch;
    private final Server postgres;

    private LocalStack(StackOptions options, DataLock lock) {
        Path data = options.data();
        Jvm jvm = new Jvm(options.quickStart());
        this.lock = lock;
        this.kafkaRecipe = new KafkaRecipe(data.resolve("kafka"), options.kafkaPort(), jvm, options.kafka());
        this.elasticsearchRecipe = new ElasticsearchRecipe(
                data.resolve("elasticsearch"), options.elasticsearchPort(), jvm, options.elasticsearch());
        this.postgresRecipe = new PostgresRecipe(data.resolve("postgres"), options.postgresPort(), options.postgres());
        this.kafka = new Server(kafkaRecipe, data, options.kafkaPort(), Ports.KAFKA_KEY);
        this.elasticsearch =
                new Server(elasticsearchRecipe, data, options.elasticsearchPort(), Ports.ELASTICSEARCH_KEY);
        this.postgres = new Server(postgresRecipe, data, options.postgresPort(), Ports.POSTGRES_KEY);
    }

    /**
     * Starts the three side by side and returns when all of them answer clients.
     *
     * @throws StackException with what to do about it, when a port or the data are taken, something can't be downloaded, or a server
     *     does not come up; nothing is left running then
     */
    public static LocalStack start(StackOptions options) {
        try {
            TestRuns.sweep();
            DataLock lock = DataLock.of(options.data());
            LocalStack stack = new LocalStack(options, lock);
            try {
                if (!options.keepData()) {
                    stack.removeData(options.data());
                }
                stack.startServers();
                return stack;
            } catch (IOException | RuntimeException e) {
                stack.close();
                throw e;
            }
        } catch (IOException e) {
            throw new StackException("Can't prepare the local stack in " + options.data() + ": " + e, e);
        }
    }

    public String bootstrapServers() {
        return kafkaRecipe.bootstrapServers();
    }

    public String elasticsearchUrl() {
        return elasticsearchRecipe.url();
    }

    /** With user and password in it, so that it is enough alone. */
    public String jdbcUrl() {
        return postgresRecipe.address() + "?user=" + jdbcUser() + "&password=" + jdbcPassword();
    }

    public String jdbcUser() {
        return PostgresRecipe.USER;
    }

    public String jdbcPassword() {
        return PostgresRecipe.PASSWORD;
    }

    public Server kafka() {
        return kafka;
    }

    public Server elasticsearch() {
        return elasticsearch;
    }

    public Server postgres() {
        return postgres;
    }

    /** Stops the servers in good order; their data stay. */
    @Override
    public void close() {
        try {
            forEachServer(Server::stop);
        } finally {
            try {
                lock.close();
            } catch (IOException e) {
                // the system gives the lock back with the process
            }
        }
    }

    private void startServers() {
        forEachServer(Server::start);
    }

    private void removeData(Path data) throws IOException {
        for (Server server : servers()) {
            server.endGhost();
        }
        try (Stream<Path> old = Files.list(data)) {
            for (Path path : old.filter(file -> !DataLock.owns(file)).toList()) {
                Folders.delete(path);
            }
        }
    }

    private List<Server> servers() {
        return List.of(kafka, elasticsearch, postgres);
    }

    /** Side by side; the first failure is thrown when all have come to an end. */
    private void forEachServer(Consumer<Server> deed) {
        List<CompletableFuture<Void>> deeds = servers().stream()
                .map(server -> CompletableFuture.runAsync(
                        () -> deed.accept(server), work -> new Thread(work, "local-stack").start()))
                .toList();
        try {
            CompletableFuture.allOf(deeds.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StackException known) {
                throw known;
            }
            throw new StackException("The local stack failed: " + e.getCause(), e);
        }
    }
}
