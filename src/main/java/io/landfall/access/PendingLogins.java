package io.landfall.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.crypto.keygen.StringKeyGenerator;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;

/**
 * Logins that wait for an identity provider's answer. Not in a session: nobody is known yet, so what is kept must be
 * bounded; and the answer comes from another site, where the session's cookie stays behind and this one (Lax) does not.
 */
final class PendingLogins implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
    static final String COOKIE = "LANDFALL_LOGIN";
    private static final int KEPT = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final StringKeyGenerator ids =
            new Base64StringKeyGenerator(java.util.Base64.getUrlEncoder().withoutPadding());
    private final Clock clock;
    private final Map<String, Pending> kept = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Pending> eldest) {
            return size() > KEPT;
        }
    };

    PendingLogins(Clock clock) {
        this.clock = clock;
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        String id = id(request);
        synchronized (kept) {
            return id == null ? null : wanted(kept.get(id), request);
        }
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest asked, HttpServletRequest request, HttpServletResponse response) {
        if (asked == null) {
            removeAuthorizationRequest(request, response);
            return;
        }
        String id = ids.generateKey();
        synchronized (kept) {
            kept.put(id, new Pending(asked, clock.instant().plus(LONGEST)));
        }
        response.addHeader(HttpHeaders.SET_COOKIE, cookie(id, LONGEST, request));
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        String id = id(request);
        if (id == null) {
            return null;
        }
        response.addHeader(HttpHeaders.SET_COOKIE, cookie("", Duration.ZERO, request));
        synchronized (kept) {
            return wanted(kept.remove(id), request);
        }
    }

    /** Only the answer to what this browser asked. */
    private @Nullable OAuth2AuthorizationRequest wanted(@Nullable Pending pending, HttpServletRequest request) {
        return pending != null
                        && pending.until.isAfter(clock.instant())
                        && pending.asked.getState().equals(request.getParameter("state"))
                ? pending.asked
                : null;
    }

    private static @Nullable String id(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        return cookie == null ? null : cookie.getValue();
    }

    private static String cookie(String value, Duration age, HttpServletRequest request) {
        return ResponseCookie.from(COOKIE, value)
                .path("/")
                .maxAge(age)
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Lax")
                .build()
                .toString();
    }

    private record Pending(OAuth2AuthorizationRequest asked, Instant until) {}
}
