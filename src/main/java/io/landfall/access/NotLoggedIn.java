package io.landfall.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.web.util.UriUtils;

import io.landfall.alarm.OneLine;

/** Shows the form again. Says only that it did not work: not whether there is such a user. */
final class NotLoggedIn implements AuthenticationFailureHandler {
    /** A provider's user without any of our roles. */
    static final String NO_ROLE = "no-role";

    private static final Logger log = LoggerFactory.getLogger(NotLoggedIn.class);

    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        String next = LoginPage.after(request.getParameter("next"));
        response.sendRedirect(LoginPage.PATH + "?" + reason(cause)
                + (next.equals("/") ? "" : "&next=" + UriUtils.encode(next, StandardCharsets.UTF_8)));
    }

    private static String reason(AuthenticationException cause) {
        if (cause instanceof TooManyTries tooMany) {
            return "wait=" + tooMany.seconds();
        }
        if (cause instanceof OAuth2AuthenticationException provider) {
            log.info("login by the identity provider refused: {}", OneLine.of(provider));
            return provider.getError().getErrorCode().equals(NO_ROLE) ? NO_ROLE : "error";
        }
        return "error";
    }
}
