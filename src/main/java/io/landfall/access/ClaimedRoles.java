package io.landfall.access;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Our roles as an identity provider's claims tell them. */
final class ClaimedRoles {
    private final OidcConfiguration configuration;

    ClaimedRoles(OidcConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Empty: none of ours. */
    Set<Role> in(Map<String, Object> claims) {
        Collection<?> said = values(at(claims, configuration.rolesClaim()));
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Role role : Role.values()) {
            if (said.stream().anyMatch(value -> configuration.of(role).contains(String.valueOf(value)))) {
                roles.add(role);
            }
        }
        return roles;
    }

    /** A claim of that whole name first: some are addresses with dots in them. */
    private static @Nullable Object at(Map<?, ?> claims, String path) {
        Object whole = claims.get(path);
        int dot = path.indexOf('.');
        if (whole != null || dot < 0) {
            return whole;
        }
        return claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
                ? at(inner, path.substring(dot + 1))
                : null;
    }

    /** A list, or one text with blanks or commas between. */
    private static Collection<?> values(@Nullable Object claim) {
        if (claim instanceof Collection<?> several) {
            return several;
        }
        return claim instanceof String text ? Arrays.asList(text.split("[ ,]+")) : List.of();
    }
}
