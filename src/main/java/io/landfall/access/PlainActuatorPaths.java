package io.landfall.access;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses odd spellings of paths under {@code /actuator}. Some servlets have paths of their own there, and the container, which
 * decodes and shortens, says which of them is called: so what it calls must be what was written, letter by letter, or the rules
 * and guards, which read what was written, would judge another path.
 */
final class PlainActuatorPaths extends OncePerRequestFilter {
    private static final String ACTUATOR = "/actuator";

    private final Refusals refusals;

    PlainActuatorPaths(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String called = called(request);
        // encoded slashes are left as they are, for task ids
        boolean plain = request.getRequestURI().equals(request.getContextPath() + called) && called.indexOf('%') < 0;
        if (!plain && (called.equals(ACTUATOR) || called.startsWith(ACTUATOR + "/"))) {
            refusals.refuse(response, HttpStatus.BAD_REQUEST, "Paths under /actuator are written plainly.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** As the container understands it: decoded, without {@code ;x} and {@code ..}. */
    private static String called(HttpServletRequest request) {
        String rest = request.getPathInfo();
        return request.getServletPath() + (rest == null ? "" : rest);
    }
}
