package io.landfall.corridor;

import java.util.List;

import jakarta.validation.constraints.NotEmpty;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the consumers of all nodes share the partitions of a topic.
 *
 * @param assignors class names of Kafka's assignors, the preferred one first; all members of a group must have one in common
 * @param staticMembers whether a consumer keeps its partitions over a restart of its node, by a name made of the node's; nodes
 *     of the same name are told by an alarm
 */
@Validated
@ConfigurationProperties("landfall.kafka")
record MembershipConfiguration(
        @DefaultValue("org.apache.kafka.clients.consumer.CooperativeStickyAssignor") @NotEmpty List<String> assignors,
        @DefaultValue("false") boolean staticMembers) {}
