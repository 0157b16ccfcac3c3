package io.landfall.bench;

import java.util.ArrayList;
import java.util.List;

import io.landfall.stack.LocalStack;

/** One way to bring the backlog from Kafka to Elasticsearch. */
enum Contender {
    BARE_LOOP("bare-loop") {
        @Override
        Child start(Place place) throws Exception {
            return bareLoop(place, "plain");
        }
    },
    BARE_LOOP_MERGING("bare-loop-merging") {
        @Override
        Child start(Place place) throws Exception {
            return bareLoop(place, "merging");
        }
    },
    LIMIT("limit") {
        @Override
        Child start(Place place) throws Exception {
            return Child.ofTests(
                    label(),
                    place.jvm,
                    Limit.class,
                    place.stack.elasticsearchUrl(),
                    place.index,
                    Integer.toString(place.tasks),
                    place.shape.name());
        }
    },
    LANDFALL("landfall") {
        @Override
        Child start(Place place) throws Exception {
            LedgerDatabase.create(place.stack, place.group);
            return again(place);
        }

        @Override
        Child again(Place place) throws Exception {
            List<String> arguments = new ArrayList<>(List.of(
                    "--server.port=0",
                    "--server.address=127.0.0.1",
                    "--spring.datasource.url=" + LedgerDatabase.url(place.stack, place.group),
                    "--spring.datasource.username=" + place.stack.jdbcUser(),
                    "--spring.datasource.password=" + place.stack.jdbcPassword(),
                    "--landfall.kafka.brokers=" + place.stack.bootstrapServers(),
                    "--landfall.events.topic=" + place.topic,
                    "--landfall.events.group=" + place.group,
                    "--landfall.view.indices=" + place.index));
            // given twice it would be a list of two
            if (place.arguments.stream().noneMatch(argument -> argument.startsWith("--landfall.view.url="))) {
                arguments.add("--landfall.view.url=" + place.stack.elasticsearchUrl());
            }
            arguments.addAll(place.arguments);
            return Child.ofProduct(label(), place.jvm, "io.landfall.Landfall", arguments);
        }
    };

    private final String label;

    Contender(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Whether it reads the topic, and so can be run on more than one variant of it. */
    boolean reads() {
        return this != LIMIT;
    }

    /** Begins to work. */
    abstract Child start(Place place) throws Exception;

    /** Goes on where one that was killed has worked. */
    Child again(Place place) throws Exception {
        return start(place);
    }

    Child bareLoop(Place place, String kind) throws Exception {
        return Child.ofTests(
                label,
                place.jvm,
                BareLoop.class,
                place.stack.bootstrapServers(),
                place.topic,
                place.group,
                place.stack.elasticsearchUrl(),
                place.index,
                kind);
    }

    /**
     * Where a contender works.
     *
     * @param index the alias of the index that is its own
     * @param group its own, so that it reads the topic from the start
     * @param arguments more, for Landfall
     * @param jvm options of its JVM
     */
    record Place(
            LocalStack stack,
            String topic,
            String group,
            String index,
            Shape shape,
            int tasks,
            List<String> arguments,
            List<String> jvm) {
        /** With tasks of the usual shape. */
        Place(
                LocalStack stack,
                String topic,
                String group,
                String index,
                int tasks,
                List<String> arguments,
                List<String> jvm) {
            this(stack, topic, group, index, Shape.FIVE_EVENTS, tasks, arguments, jvm);
        }
    }
}
