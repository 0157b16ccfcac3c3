package io.landfall.access;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
                Stream.of(Access.VIEWER, Access.OPERATOR, Access.ADMIN)
                        .filter(role -> authorities.contains("ROLE_" + role))
                        .map(role -> role.toLowerCase(java.util.Locale.ROOT))
                        .collect(Collectors.toList()));
    }
}
