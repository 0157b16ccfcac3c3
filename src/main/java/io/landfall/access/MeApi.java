package io.landfall.access;

import java.util.stream.Collectors;

import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/me}: what whoever asks may do here. */
@RestController
class MeApi {
    private final RoleHierarchy roles;

    MeApi(RoleHierarchy roles) {
        this.roles = roles;
    }

    @GetMapping("/api/me")
    Me me(Authentication who) {
        return Me.of(
                who.getName(),
                roles.getReachableGrantedAuthorities(who.getAuthorities()).stream()
                        .map(GrantedAuthority::getAuthority)
                        .collect(Collectors.toSet()));
    }
}
