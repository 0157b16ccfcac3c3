package io.landfall.corridor;

import java.util.Properties;
import java.util.function.Supplier;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;

/** One consumer's place in its group, under a name that stays over a restart, or without one. */
final class Membership {
    private final MemberNames names;
    private final @Nullable String group;
    private @Nullable String name;

    private Membership(MemberNames names, @Nullable String group) {
        this.names = names;
        this.group = group;
        this.name = group == null ? null : names.take(group);
    }

    /** Begins now; a consumer without a group has no name. */
    static Membership of(MemberNames names, @Nullable String group) {
        return new Membership(names, group);
    }

    /** Puts the name among a consumer's properties. */
    void tell(Properties properties) {
        if (name != null) {
            properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name);
        }
    }

    /** What the call gives; that another process has the name is told before it is thrown. */
    <T> T watched(Supplier<T> call) {
        try {
            return call.get();
        } catch (FencedInstanceIdException e) {
            if (group != null && name != null) {
                names.lose(group, name);
            }
            throw e;
        }
    }

    /** As {@link #watched}. */
    void watch(Runnable call) {
        Object unused = watched(() -> {
            call.run();
            return true;
        });
    }

    /** The consumer is closed: the name is free for the next one. */
    void end() {
        if (group != null && name != null) {
            names.giveBack(group, name);
            name = null;
        }
    }
}
