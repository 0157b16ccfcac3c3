package io.landfall.access;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Requests refused before they reach anything, told as {@code application/problem+json}. */
@Component
final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {
    private final ObjectMapper json;
    private final Environment environment;

    Refusals(ObjectMapper json, Environment environment) {
        this.json = json;
        this.environment = environment;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        if (cause instanceof TooManyTries tooMany) {
            response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.seconds()));
            refuse(response, HttpStatus.TOO_MANY_REQUESTS, "Too many logins failed; this one was not looked at.");
            return;
        }
        boolean page = hasLoginPage(request);
        if (page && isPageVisit(request)) {
            response.sendRedirect(LoginPage.before(request));
            return;
        }
        if (!page || !isAskedByAPage(request)) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Landfall\", charset=\"UTF-8\"");
        }
        refuse(
                response,
                HttpStatus.UNAUTHORIZED,
                "This needs a login (HTTP Basic, or the form at /login), and the one given, if any, is not right.");
    }

    /** There is none on a management port of its own. */
    private boolean hasLoginPage(HttpServletRequest request) {
        Integer management = environment.getProperty("local.management.port", Integer.class);
        return management == null
                || management.equals(environment.getProperty("local.server.port", Integer.class))
                || management != request.getLocalPort();
    }

    /** A person who goes to a page, without having tried HTTP Basic. */
    private static boolean isPageVisit(HttpServletRequest request) {
        String mode = request.getHeader("Sec-Fetch-Mode");
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return (request.getMethod().equals("GET") || request.getMethod().equals("HEAD"))
                && (mode == null || mode.equals("navigate"))
                && accept != null
                && accept.contains(MediaType.TEXT_HTML_VALUE)
                && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
    }

    /** The browser's own login dialog would come up over the page, and its login would stay until the browser ends. */
    private static boolean isAskedByAPage(HttpServletRequest request) {
        return request.getHeader("Sec-Fetch-Mode") != null
                || request.getHeader("X-Requested-With") != null
                || WebUtils.getCookie(request, LoginPage.COOKIE) != null;
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException cause)
            throws IOException {
        refuse(response, HttpStatus.FORBIDDEN, "Your role does not allow this.");
    }

    void refuse(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        json.writeValue(response.getOutputStream(), ProblemDetail.forStatusAndDetail(status, detail));
    }
}
