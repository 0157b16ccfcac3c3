package io.landfall.corridor;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.ledger.LedgerConfiguration;

/**
 * The names under which this node's consumers are members of their groups, when they keep their partitions over a restart: the
 * node's name and the smallest number that is free in the group. A name that another process has taken is not used again.
 */
@Component
final class MemberNames {
    private record Member(String group, String name) {}

    private final String node;
    private final boolean used;
    private final Alarms alarms;
    private final Set<Member> taken = new HashSet<>();
    private final Set<Member> lost = new HashSet<>();

    MemberNames(LedgerConfiguration ledger, MembershipConfiguration membership, Alarms alarms) {
        this.node = ledger.node();
        this.used = membership.staticMembers();
        this.alarms = alarms;
    }

    /** A name for one more consumer of that group; null: it is a member without one. */
    synchronized @Nullable String take(String group) {
        if (!used) {
            return null;
        }
        int number = 0;
        while (taken.contains(member(group, number))) {
            number++;
        }
        Member member = member(group, number);
        if (lost.contains(member)) {
            return null;
        }
        taken.add(member);
        return member.name();
    }

    private Member member(String group, int number) {
        return new Member(group, node + "-" + number);
    }

    /** The consumer is closed. */
    synchronized void giveBack(String group, String name) {
        taken.remove(new Member(group, name));
    }

    /** Another process joined the group under that name, so the broker takes nothing from its consumer here any more. */
    void lose(String group, String name) {
        synchronized (this) {
            lost.add(new Member(group, Objects.requireNonNull(name)));
        }
        alarms.occurred(
                "node-name-twice:" + node,
                Severity.P2,
                "another process is member " + name + " of group " + group
                        + " too: give each node a landfall.ledger.node of its own; the consumer here goes on without a name");
    }
}
