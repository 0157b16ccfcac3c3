package io.landfall.ops;

import jakarta.servlet.DispatcherType;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/** Who may do what over HTTP: everything needs a login, bar the two probes that an orchestrator asks. */
@Configuration(proxyBeanMethods = false)
class Access {
    /** Reads, masked. */
    static final String VIEWER = "VIEWER";

    /** Steers. */
    static final String OPERATOR = "OPERATOR";

    /** All, and what could break the process. */
    static final String ADMIN = "ADMIN";

    @Bean
    RoleHierarchy roles() {
        return RoleHierarchyImpl.withDefaultRolePrefix()
                .role(ADMIN)
                .implies(OPERATOR)
                .role(OPERATOR)
                .implies(VIEWER)
                .build();
    }

    @Bean
    SecurityFilterChain rules(HttpSecurity http, Refusals refusals) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/actuator/health/liveness", "/actuator/health/readiness")
                        .permitAll()
                        .requestMatchers("/actuator/health/**", "/actuator/info", "/actuator/prometheus")
                        .hasRole(VIEWER)
                        .requestMatchers("/actuator/**")
                        .hasRole(ADMIN)
                        .requestMatchers("/api/dead-letters/*/raw")
                        .hasRole(OPERATOR)
                        .requestMatchers(HttpMethod.GET)
                        .hasRole(VIEWER)
                        .requestMatchers(HttpMethod.HEAD)
                        .hasRole(VIEWER)
                        .anyRequest()
                        .hasRole(OPERATOR))
                .httpBasic(basic -> basic.authenticationEntryPoint(refusals))
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(cache -> cache.disable())
                .logout(logout -> logout.disable())
                // no sessions and no forms: CrossSiteGuard keeps other sites' pages from steering instead
                .csrf(csrf -> csrf.disable())
                .addFilterBefore(new BodyLimit(refusals), AuthorizationFilter.class)
                .addFilterBefore(new CrossSiteGuard(refusals), AuthorizationFilter.class)
                .build();
    }

    /**
     * Task ids are a path segment and may hold any character, percent-encoded. Rules and handlers match the undecoded
     * path, so an encoded slash never changes which rule applies.
     */
    @Bean
    HttpFirewall anyCharacterInASegment() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowUrlEncodedSlash(true);
        firewall.setAllowUrlEncodedDoubleSlash(true);
        firewall.setAllowUrlEncodedPercent(true);
        firewall.setAllowUrlEncodedPeriod(true);
        firewall.setAllowBackSlash(true);
        firewall.setAllowSemicolon(true);
        firewall.setAllowUrlEncodedLineSeparator(true);
        firewall.setAllowUrlEncodedParagraphSeparator(true);
        return firewall;
    }
}
