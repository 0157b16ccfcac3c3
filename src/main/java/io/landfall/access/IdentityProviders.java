package io.landfall.access;

import java.util.List;
import java.util.stream.StreamSupport;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/** Logins by identity providers (OpenID Connect), as registered under {@code spring.security.oauth2.client}. */
final class IdentityProviders {
    private final InMemoryClientRegistrationRepository registrations;
    private final OidcPeople people;
    private final PendingLogins pending;

    IdentityProviders(InMemoryClientRegistrationRepository registrations, OidcPeople people, PendingLogins pending) {
        this.registrations = registrations;
        this.people = people;
        this.pending = pending;
    }

    void let(HttpSecurity http) throws Exception {
        http.oauth2Login(login -> login.loginPage(LoginPage.PATH)
                .authorizationEndpoint(asked -> asked.authorizationRequestRepository(pending))
                .userInfoEndpoint(known -> known.oidcUserService(people))
                .successHandler(new LoggedIn())
                .failureHandler(new NotLoggedIn()));
    }

    /** What the login page offers beside its form. */
    List<LoginWay> ways() {
        return StreamSupport.stream(registrations.spliterator(), false)
                .filter(one -> one.getAuthorizationGrantType().equals(AuthorizationGrantType.AUTHORIZATION_CODE))
                .map(IdentityProviders::way)
                .toList();
    }

    private static LoginWay way(ClientRegistration registration) {
        return new LoginWay(registration.getClientName(), "/oauth2/authorization/" + registration.getRegistrationId());
    }
}
