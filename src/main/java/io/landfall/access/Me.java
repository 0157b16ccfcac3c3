package io.landfall.access;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who is asking.
 *
 * @param roles with those that a role implies: some of {@code viewer}, {@code operator}, {@code admin}, in this order
 */
record Me(String name, List<String> roles) {
    /** The authorities may be more than ours. */
    static Me of(String name, Set<String> authorities) {
        return new Me(
                name,
                Stream.of(Role.values())
                        .filter(role -> authorities.contains(role.authority()))
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .toList());
    }
}
