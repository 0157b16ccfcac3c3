package io.landfall.access;

import jakarta.servlet.DispatcherType;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.logout.LogoutFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * Who may do what over HTTP: everything needs a login, bar the page where one logs in and the two probes that an
 * orchestrator asks. People log in with a form and have a session; programs send HTTP Basic with each request and have none.
 */
@Configuration(proxyBeanMethods = false)
class Access {
    /** What a page of ours may load and do: only what we serve, nothing inline. */
    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';"
            + " frame-ancestors 'none'";

    @Bean
    RoleHierarchy roles() {
        return RoleHierarchyImpl.withDefaultRolePrefix()
                .role(Role.ADMIN.name())
                .implies(Role.OPERATOR.name())
                .role(Role.OPERATOR.name())
                .implies(Role.VIEWER.name())
                .build();
    }

    @Bean
    SecurityFilterChain rules(HttpSecurity http, Refusals refusals, ObjectProvider<IdentityProviders> providers)
            throws Exception {
        for (IdentityProviders known : providers) {
            known.let(http);
        }
        return http.authorizeHttpRequests(Access::roles)
                .headers(Access::headers)
                .formLogin(form -> form.loginPage(LoginPage.PATH)
                        .successHandler(new LoggedIn())
                        .failureHandler(new NotLoggedIn()))
                .logout(logout -> logout.logoutRequestMatcher(
                                PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.POST, LoginPage.LOGOUT))
                        .logoutSuccessUrl(LoginPage.PATH + "?out")
                        .deleteCookies(LoginPage.COOKIE))
                .httpBasic(basic -> basic.authenticationEntryPoint(refusals))
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
                // it would make a session for whoever asks; the login page knows by itself where to go on
                .requestCache(cache -> cache.disable())
                // no tokens: CrossSiteGuard keeps other sites' pages from steering
                .csrf(csrf -> csrf.disable())
                .addFilterBefore(new JmxGuard(refusals), LogoutFilter.class)
                .addFilterBefore(new SessionAge(), LogoutFilter.class)
                .addFilterBefore(new CrossSiteGuard(refusals), LogoutFilter.class)
                .addFilterBefore(new BodyLimit(refusals), LogoutFilter.class)
                .build();
    }

    private static void roles(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                .permitAll()
                .requestMatchers("/actuator/health/liveness", "/actuator/health/readiness")
                .permitAll()
                .requestMatchers(HttpMethod.GET, LoginPage.FILES)
                .permitAll()
                .requestMatchers("/actuator/health/**", "/actuator/info", "/actuator/prometheus")
                .hasRole(Role.VIEWER.name())
                .requestMatchers("/actuator/**")
                .hasRole(Role.ADMIN.name())
                .requestMatchers("/api/dead-letters/*/raw")
                .hasRole(Role.OPERATOR.name())
                .requestMatchers(HttpMethod.GET)
                .hasRole(Role.VIEWER.name())
                .requestMatchers(HttpMethod.HEAD)
                .hasRole(Role.VIEWER.name())
                .anyRequest()
                .hasRole(Role.OPERATOR.name());
    }

    private static void headers(HeadersConfigurer<HttpSecurity> headers) {
        headers.contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_POLICY))
                .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER))
                .permissionsPolicyHeader(permissions -> permissions.policy(
                        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"));
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
