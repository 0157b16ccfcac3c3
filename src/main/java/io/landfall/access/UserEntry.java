package io.landfall.access;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A user as configured, not judged yet: what is wrong must be told without the password in it, so {@link Users} judges.
 *
 * @param password its hash, with the name of the algorithm before it, such as <code>{bcrypt}$2a$10$...</code>
 * @param roles those given, without those that they imply
 */
record UserEntry(@Nullable String name, @Nullable String password, @DefaultValue Set<Role> roles) {
    /** The record's own would print the hash. */
    @Override
    public String toString() {
        return "UserEntry[" + name + ", " + roles + "]";
    }
}
