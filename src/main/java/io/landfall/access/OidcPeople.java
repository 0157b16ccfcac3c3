package io.landfall.access;

import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** People whom an identity provider knows, with the roles that it tells. Who has none, or a name that is ours, stays out. */
final class OidcPeople implements OAuth2UserService<OidcUserRequest, OidcUser> {
    private final OidcUserService known = new OidcUserService();
    private final ClaimedRoles claimed;
    private final Set<String> ours;

    /** @param ours the names of our own users, in small letters */
    OidcPeople(ClaimedRoles claimed, Set<String> ours) {
        this.claimed = claimed;
        this.ours = Set.copyOf(ours);
    }

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        OidcUser user = known.loadUser(request);
        if (!Users.isName(user.getName()) || ours.contains(user.getName().toLowerCase(java.util.Locale.ROOT))) {
            throw refused("the operator log could not tell that name from another");
        }
        Set<Role> roles = claimed.in(user.getClaims());
        if (roles.isEmpty()) {
            throw refused("none of Landfall's roles");
        }
        String nameAttribute = request.getClientRegistration()
                .getProviderDetails()
                .getUserInfoEndpoint()
                .getUserNameAttributeName();
        return new DefaultOidcUser(
                roles.stream()
                        .map(role -> new SimpleGrantedAuthority(role.authority()))
                        .collect(Collectors.toSet()),
                user.getIdToken(),
                user.getUserInfo(),
                nameAttribute == null || nameAttribute.isBlank() ? "sub" : nameAttribute);
    }

    private static OAuth2AuthenticationException refused(String why) {
        return new OAuth2AuthenticationException(new OAuth2Error(NotLoggedIn.NO_ROLE), why);
    }
}
