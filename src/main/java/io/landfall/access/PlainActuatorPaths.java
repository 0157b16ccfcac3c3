package io.landfall.access;

import java.io.IOException;
import java.util.regex.Pattern;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses odd spellings of paths under {@code /actuator}, where Jolokia's servlet has a path of its own: Spring's rules can't
 * read them there and would fail with a page of log each.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PlainActuatorPaths extends OncePerRequestFilter {
    private static final Pattern ODD = Pattern.compile("/+actuator(?:.*(?:;|//|%)).*");

    private final Refusals refusals;

    PlainActuatorPaths(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (ODD.matcher(request.getRequestURI()).matches()) {
            refusals.refuse(response, HttpStatus.BAD_REQUEST, "Paths under /actuator are written plainly.");
        } else {
            chain.doFilter(request, response);
        }
    }
}
