package io.landfall.access;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies of more than 1 MiB before they are read: the longest list of ids that an operator may send fits, and
 * many large ones at once must not fill the heap that batches need.
 */
final class BodyLimit extends OncePerRequestFilter {
    private static final long MOST = 1L << 20;

    private final Refusals refusals;

    BodyLimit(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > MOST) {
            refusals.refuse(response, HttpStatus.PAYLOAD_TOO_LARGE, "The body is larger than 1 MiB.");
        } else if (request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            refusals.refuse(response, HttpStatus.LENGTH_REQUIRED, "A body must say its Content-Length, 1 MiB at most.");
        } else {
            chain.doFilter(request, response);
        }
    }
}
