package io.landfall.corridor;

import java.util.HashMap;

import org.apache.camel.Component;
import org.apache.camel.component.kafka.KafkaComponent;
import org.apache.camel.spi.ComponentCustomizer;

import io.landfall.outbox.KafkaConnection;

/** The same client properties for the routes' consumers and producers as for all others. */
@org.springframework.stereotype.Component
final class KafkaLogin implements ComponentCustomizer {
    private final KafkaConnection connection;

    KafkaLogin(KafkaConnection connection) {
        this.connection = connection;
    }

    @Override
    public void configure(String name, Component component) {
        KafkaComponent kafka = (KafkaComponent) component;
        kafka.getConfiguration().setAdditionalProperties(new HashMap<>(connection.properties()));
    }

    @Override
    public boolean isEnabled(String name, Component component) {
        return component instanceof KafkaComponent && !connection.properties().isEmpty();
    }
}
