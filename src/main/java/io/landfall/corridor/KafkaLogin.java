package io.landfall.corridor;

import java.util.HashMap;

import org.apache.camel.Component;
import org.apache.camel.component.kafka.KafkaClientFactory;
import org.apache.camel.component.kafka.KafkaComponent;
import org.apache.camel.spi.ComponentCustomizer;

import io.landfall.outbox.KafkaConnection;

/**
 * The routes' consumers and producers: made by our factory, with the same properties as all other clients. Camel looks for a
 * factory by itself only after it has chosen its own.
 */
@org.springframework.stereotype.Component
final class KafkaLogin implements ComponentCustomizer {
    private final KafkaConnection connection;
    private final KafkaClientFactory clients;

    KafkaLogin(KafkaConnection connection, KafkaClientFactory clients) {
        this.connection = connection;
        this.clients = clients;
    }

    @Override
    public void configure(String name, Component component) {
        KafkaComponent kafka = (KafkaComponent) component;
        kafka.setKafkaClientFactory(clients);
        kafka.getConfiguration().setAdditionalProperties(new HashMap<>(connection.properties()));
    }

    @Override
    public boolean isEnabled(String name, Component component) {
        return component instanceof KafkaComponent;
    }
}
