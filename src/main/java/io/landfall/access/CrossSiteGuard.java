package io.landfall.access;

import java.io.IOException;
import java.util.Set;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps other sites' pages from steering Landfall with the login that a browser remembers: what changes something must not
 * be marked by the browser as coming from elsewhere, and must be sent as JSON, which a foreign page can't do unasked. Only
 * the forms that log in and out are forms. That the session's cookie is not sent along from elsewhere is a second lock.
 */
final class CrossSiteGuard extends OncePerRequestFilter {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** {@code none}: typed in by the user. {@code same-site} is another port or host: elsewhere. */
    private static final Set<String> OWN = Set.of("same-origin", "none");

    private static final Set<String> FORMS = Set.of(LoginPage.PATH, LoginPage.LOGOUT);

    /** As Hawtio's pages call it; no more than the registered name can a foreign page send this one unasked. */
    private static final MediaType HAWTIOS_JSON = new MediaType("text", "json");

    private final Refusals refusals;

    CrossSiteGuard(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (SAFE.contains(request.getMethod())) {
            chain.doFilter(request, response);
        } else if (isFromElsewhere(request)) {
            refusals.refuse(response, HttpStatus.FORBIDDEN, "A page of another site must not do this.");
        } else if (!FORMS.contains(request.getRequestURI()) && !isJson(request.getHeader(HttpHeaders.CONTENT_TYPE))) {
            refusals.refuse(
                    response,
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    request.getMethod() + " needs Content-Type: application/json, even without a body.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Browsers leave {@code Sec-Fetch-Site} out where a connection is not encrypted; {@code Origin} they always send. */
    private static boolean isFromElsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !OWN.contains(site);
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        String host = request.getHeader(HttpHeaders.HOST);
        // the scheme is not compared: a proxy before us may have ended TLS
        return origin != null
                && (host == null || !origin.substring(origin.indexOf("//") + 2).equalsIgnoreCase(host));
    }

    private static boolean isJson(@Nullable String contentType) {
        try {
            MediaType given = contentType == null ? MediaType.ALL : MediaType.parseMediaType(contentType);
            return given.equalsTypeAndSubtype(MediaType.APPLICATION_JSON) || given.equalsTypeAndSubtype(HAWTIOS_JSON);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
