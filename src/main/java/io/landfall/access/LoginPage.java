package io.landfall.access;

import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.util.UriUtils;

/** {@code /login}: a page without anything of Landfall's on it but the form. */
@Controller
class LoginPage {
    static final String PATH = "/login";

    static final String LOGOUT = "/logout";

    /** Of the session; cookies know no ports, so a name of our own. */
    static final String COOKIE = "LANDFALL_SESSION";

    /** What a browser needs before anybody is logged in. */
    static final String[] FILES = {PATH, "/login.html", "/login.css", "/login.js", "/icon.svg"};

    @GetMapping(PATH)
    String page() {
        return "forward:/login.html";
    }

    /** Where a page's visitor logs in and comes back from. */
    static String before(HttpServletRequest request) {
        String query = request.getQueryString();
        String wanted = request.getRequestURI() + (query == null ? "" : "?" + query);
        return wanted.equals("/") ? PATH : PATH + "?next=" + UriUtils.encode(wanted, StandardCharsets.UTF_8);
    }

    /** A place of ours; whatever else is asked for, the console. */
    static String after(@Nullable String next) {
        return next != null && isOurs(next) ? next : "/";
    }

    private static boolean isOurs(String next) {
        return next.startsWith("/")
                && !next.startsWith("//")
                && !next.startsWith(PATH)
                && next.chars().allMatch(c -> c > ' ' && c < 127 && c != '\\');
    }
}
