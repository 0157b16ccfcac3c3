package io.landfall.stack;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** Topics on a local broker, which makes none by itself. */
public final class Topics {
    /** The topics of the product, as the design names them. */
    public static final List<String> OF_LANDFALL = List.of(
            "landfall.task-events",
            "landfall.model-calls",
            "landfall.dead-letters",
            "landfall.dispatch",
            "landfall.commands",
            "landfall.alarms");

    private static final int PARTITIONS = 4;

    private Topics() {}

    /** Makes those of Landfall that are missing, with 4 partitions each. */
    public static void createMissing(String bootstrapServers) {
        createMissing(bootstrapServers, OF_LANDFALL, PARTITIONS);
    }

    /** Makes those that are missing; topics that are there stay as they are. */
    public static void createMissing(String bootstrapServers, List<String> names, int partitions) {
        Map<String, Object> client = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) Wait.MOST.toMillis());
        try (Admin admin = Admin.create(client)) {
            Set<String> there = admin.listTopics().names().get(Wait.MOST.toSeconds(), TimeUnit.SECONDS);
            List<NewTopic> missing = names.stream()
                    .filter(name -> !there.contains(name))
                    .map(name -> new NewTopic(name, Optional.of(partitions), Optional.empty()))
                    .toList();
            admin.createTopics(missing).all().get(Wait.MOST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while creating topics", e);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) { // somebody else was faster
                throw new StackException("Can't create topics " + names + ": " + e.getCause(), e);
            }
        } catch (TimeoutException e) {
            throw new StackException(
                    "Topics were not created within " + Wait.MOST.toMinutes() + " minutes: " + names, e);
        }
    }
}
