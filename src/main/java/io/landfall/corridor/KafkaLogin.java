package io.landfall.corridor;

import java.util.HashMap;

import org.apache.camel.Component;
import org.apache.camel.Ordered;
import org.apache.camel.component.kafka.KafkaClientFactory;
import org.apache.camel.component.kafka.KafkaComponent;
import org.apache.camel.spi.ComponentCustomizer;

import io.landfall.outbox.KafkaConnection;

/**
 * The routes' consumers and producers: made by our factory, with the same properties as all other clients, and sharing
 * partitions in the same way: a route that did so in its own would lock its node out of the group. Camel looks for a factory by
 * itself only after it has chosen its own.
 */
@org.springframework.stereotype.Component
final class KafkaLogin implements ComponentCustomizer {
    private final KafkaConnection connection;
    private final MembershipConfiguration membership;
    private final KafkaClientFactory clients;

    KafkaLogin(KafkaConnection connection, MembershipConfiguration membership, KafkaClientFactory clients) {
        this.connection = connection;
        this.membership = membership;
        this.clients = clients;
    }

    @Override
    public void configure(String name, Component component) {
        KafkaComponent kafka = (KafkaComponent) component;
        kafka.setKafkaClientFactory(clients);
        kafka.getConfiguration().setPartitionAssignor(String.join(",", membership.assignors()));
        kafka.getConfiguration().setAdditionalProperties(new HashMap<>(connection.properties()));
    }

    /** After Camel's own, which would put its default assignor back, now and then: those of one order come as it happens. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST;
    }

    @Override
    public boolean isEnabled(String name, Component component) {
        return component instanceof KafkaComponent;
    }
}
