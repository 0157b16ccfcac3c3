package io.landfall.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.web.util.UriUtils;

/** Shows the form again. Says only that it did not work: not whether there is such a user. */
final class NotLoggedIn implements AuthenticationFailureHandler {
    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        String next = LoginPage.after(request.getParameter("next"));
        response.sendRedirect(LoginPage.PATH + "?error"
                + (next.equals("/") ? "" : "&next=" + UriUtils.encode(next, StandardCharsets.UTF_8)));
    }
}
