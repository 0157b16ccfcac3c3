package io.landfall.access;

import java.io.IOException;
import java.util.regex.Pattern;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Jolokia also reads and calls by GET: a mere link could stop a route. Only what tells its version is left to GET; the rest
 * comes by POST, which {@link CrossSiteGuard} looks at.
 */
final class JmxGuard extends OncePerRequestFilter {
    private static final Pattern JOLOKIA = Pattern.compile("/actuator/(?:hawtio/)?jolokia(?:/.*)?");
    private static final Pattern HARMLESS = Pattern.compile("/actuator/(?:hawtio/)?jolokia(?:/|/version/?)?");

    private final Refusals refusals;

    JmxGuard(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // without the context's path; PlainActuatorPaths lets no other spelling through
        String path = request.getRequestURI().substring(request.getContextPath().length());
        boolean harmless = HARMLESS.matcher(path).matches() && request.getParameter("p") == null;
        if (JOLOKIA.matcher(path).matches() && !request.getMethod().equals("POST") && !harmless) {
            refusals.refuse(response, HttpStatus.METHOD_NOT_ALLOWED, "Jolokia is asked by POST here.");
        } else {
            chain.doFilter(request, response);
        }
    }
}
