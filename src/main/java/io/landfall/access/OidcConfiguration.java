package io.landfall.access;

import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an identity provider's users may do.
 *
 * @param rolesClaim where the provider says so, in the id token or the user info: a name, or names with dots between
 * @param viewers what stands there for a viewer
 * @param operators what stands there for an operator
 * @param admins what stands there for an admin
 */
@ConfigurationProperties("landfall.oidc")
record OidcConfiguration(
        @DefaultValue("roles") String rolesClaim,
        @DefaultValue("viewer") Set<String> viewers,
        @DefaultValue("operator") Set<String> operators,
        @DefaultValue("admin") Set<String> admins) {
    Set<String> of(Role role) {
        return switch (role) {
            case VIEWER -> viewers;
            case OPERATOR -> operators;
            case ADMIN -> admins;
        };
    }
}
