package io.landfall.access;

import java.time.Clock;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;

/** Only where an identity provider is registered. */
@Configuration(proxyBeanMethods = false)
@Conditional(ProviderRegistered.class)
class IdentityProviderBeans {
    @Bean
    IdentityProviders identityProviders(
            InMemoryClientRegistrationRepository registrations,
            OidcConfiguration oidc,
            AccessConfiguration access,
            Clock clock) {
        OidcPeople people = new OidcPeople(
                new ClaimedRoles(oidc),
                access.users().stream()
                        .map(UserEntry::name)
                        .filter(Objects::nonNull)
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()));
        return new IdentityProviders(registrations, people, new PendingLogins(clock));
    }
}
