package io.landfall.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Who may hand over alerts: whoever sends the token of the configuration. It opens nothing else, and no login opens this: a
 * password in Alertmanager's file would open all.
 */
@Configuration(proxyBeanMethods = false)
class HookAccess {
    private static final String HOOK = "/api/hooks/alertmanager";

    @Bean
    @Order(0)
    SecurityFilterChain hookRules(
            HttpSecurity http, Refusals refusals, @Value("${landfall.dingtalk.hook-token:}") String token)
            throws Exception {
        // the token decides, before anything else is asked
        return http.securityMatcher(HOOK)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(cache -> cache.disable())
                .logout(logout -> logout.disable())
                .csrf(csrf -> csrf.disable())
                .addFilterBefore(new Token(token, refusals), AuthorizationFilter.class)
                .addFilterBefore(new BodyLimit(refusals), AuthorizationFilter.class)
                .addFilterBefore(new CrossSiteGuard(refusals), AuthorizationFilter.class)
                .build();
    }

    /** Lets through who knows the token; without one in the configuration, nobody. */
    private static final class Token extends OncePerRequestFilter {
        private static final String BEARER = "Bearer ";

        private final byte @Nullable [] wanted;
        private final Refusals refusals;

        Token(String token, Refusals refusals) {
            this.wanted = token.isBlank() ? null : hash(token);
            this.refusals = refusals;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String header = request.getHeader(HttpHeaders.AUTHORIZATION);
            String given = header != null && header.startsWith(BEARER) ? header.substring(BEARER.length()) : "";
            // hashes: of one length, so that the time taken tells nothing of the token
            if (wanted != null && MessageDigest.isEqual(wanted, hash(given))) {
                chain.doFilter(request, response);
            } else {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"Landfall\"");
                refusals.refuse(
                        response,
                        HttpStatus.UNAUTHORIZED,
                        "This needs landfall.dingtalk.hook-token as a bearer token.");
            }
        }

        private static byte[] hash(String token) {
            try {
                return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }
}
