package io.landfall.access;

import java.util.List;

import jakarta.servlet.http.Cookie;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.HttpEncodingAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

import static org.hamcrest.Matchers.containsString;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

@SpringBootTest(classes = AccessTest.Doors.class)
@AutoConfigureMockMvc
class AccessTest {
    @Autowired
    private MockMvc http;

    @ParameterizedTest(name = "{0} {1}: anyone {2}, viewer {3}, operator {4}, admin {5}")
    @CsvSource({
        "GET,  /actuator/health/liveness,  200, 200, 200, 200",
        "GET,  /actuator/health/readiness, 200, 200, 200, 200",
        "GET,  /login,                     200, 200, 200, 200",
        "GET,  /login.html,                200, 200, 200, 200",
        "GET,  /login.css,                 200, 200, 200, 200",
        "GET,  /login.js,                  200, 200, 200, 200",
        "GET,  /icon.svg,                  200, 200, 200, 200",
        "GET,  /index.html,                401, 200, 200, 200",
        "GET,  /api/me,                    401, 200, 200, 200",
        "GET,  /actuator/health,           401, 200, 200, 200",
        "GET,  /actuator/health/landing,   401, 200, 200, 200",
        "GET,  /actuator/health/readiness/ledger, 401, 200, 200, 200",
        "GET,  /actuator/prometheus,       401, 200, 200, 200",
        "GET,  /actuator/info,             401, 200, 200, 200",
        "GET,  /actuator,                  401, 403, 403, 200",
        "GET,  /actuator/jolokia/version,        401, 403, 403, 200",
        "GET,  /api/tasks,                 401, 200, 200, 200",
        "HEAD, /api/tasks,                 401, 200, 200, 200",
        "GET,  /,                          401, 200, 200, 200",
        "GET,  /error,                     401, 200, 200, 200",
        "GET,  /api/dead-letters/1,        401, 200, 200, 200",
        "GET,  /api/dead-letters/1/raw,    401, 403, 200, 200",
        "POST, /api/failures/1/retry,      401, 403, 200, 200",
        "PATCH, /api/compensation,         401, 403, 200, 200",
        "DELETE, /anything,                401, 403, 200, 200",
    })
    void who_may_do_what(String method, String path, int anyone, int viewer, int operator, int admin) throws Exception {
        http.perform(asked(method, path)).andExpect(status().is(anyone));
        http.perform(asked(method, path).with(httpBasic("viewer", "v"))).andExpect(status().is(viewer));
        http.perform(asked(method, path).with(httpBasic("operator", "o"))).andExpect(status().is(operator));
        http.perform(asked(method, path).with(httpBasic("admin", "a"))).andExpect(status().is(admin));
    }

    @Test
    void a_refusal_is_a_problem_and_asks_for_a_login() throws Exception {
        http.perform(get("/api/tasks"))
                .andExpect(status().isUnauthorized())
                .andExpect(content().contentType("application/problem+json"))
                .andExpect(header().string("WWW-Authenticate", "Basic realm=\"Landfall\", charset=\"UTF-8\""));
        http.perform(get("/api/tasks").with(httpBasic("admin", "wrong")))
                .andExpect(status().isUnauthorized())
                .andExpect(content().contentType("application/problem+json"));
        http.perform(get("/actuator/jolokia/version").with(httpBasic("viewer", "v")))
                .andExpect(status().isForbidden())
                .andExpect(content().contentType("application/problem+json"));
    }

    @ParameterizedTest(name = "{0}: {1}, Sec-Fetch-Mode {2}: goes to {3}")
    @CsvSource({
        "/,                  text/html,        navigate, /login",
        "/,                  text/html,                , /login",
        "/api/tasks?limit=5, 'text/html,*/*',  navigate, /login?next=%2Fapi%2Ftasks%3Flimit%3D5",
        "/api/tasks,         */*,                      ,",
        "/api/tasks,         text/html,        cors,    ",
        "/api/tasks,         application/json, navigate,",
    })
    void who_goes_to_a_page_is_shown_the_form(String path, String accept, String mode, String where) throws Exception {
        MockHttpServletRequestBuilder visit = get(path).header("Accept", accept);
        if (mode != null) {
            visit.header("Sec-Fetch-Mode", mode);
        }
        if (where == null) {
            http.perform(visit).andExpect(status().isUnauthorized());
        } else {
            http.perform(visit).andExpect(status().isFound()).andExpect(header().string("Location", where));
            http.perform(visit.with(httpBasic("admin", "wrong"))).andExpect(status().isUnauthorized());
        }
    }

    @Test
    void a_page_that_asks_does_not_raise_the_browsers_own_dialog() throws Exception {
        for (MockHttpServletRequestBuilder asked : List.of(
                get("/api/tasks").header("Sec-Fetch-Mode", "cors"),
                get("/api/tasks").header("X-Requested-With", "fetch"),
                get("/api/tasks").cookie(new Cookie("LANDFALL_SESSION", "over")),
                get("/api/tasks").header("Sec-Fetch-Mode", "cors").with(httpBasic("admin", "wrong")))) {
            http.perform(asked)
                    .andExpect(status().isUnauthorized())
                    .andExpect(content().contentType("application/problem+json"))
                    .andExpect(header().doesNotExist("WWW-Authenticate"));
        }
    }

    @ParameterizedTest(name = "Sec-Fetch-Site {0}, Origin {1}, Content-Type {2}: {3}")
    @CsvSource({
        "            ,                      , application/json,                200",
        "same-origin , http://localhost     , application/json;charset=UTF-8,  200",
        "none        ,                      , application/json,                200",
        "            , http://localhost     , application/json,                200",
        "            , https://localhost    , application/json,                200",
        "cross-site  ,                      , application/json,                403",
        "same-site   ,                      , application/json,                403",
        "            , http://evil.example  , application/json,                403",
        "            , http://localhost:81  , application/json,                403",
        "            , null                 , application/json,                403",
        "same-origin ,                      , ,                                415",
        "            ,                      , text/json,                       200",
        "cross-site  ,                      , text/json,                       403",
        "            ,                      , text/plain,                      415",
        "            ,                      , application/x-www-form-urlencoded, 415",
        "            ,                      , */*,                             415",
        "            ,                      , nonsense,                        415",
    })
    void what_changes_something_comes_as_json_and_from_no_other_site(
            String site, String origin, String type, int status) throws Exception {
        MockHttpServletRequestBuilder post = post("/api/failures/1/retry").with(httpBasic("operator", "o"));
        with(post, "Sec-Fetch-Site", site);
        with(post, "Origin", origin);
        with(post, "Content-Type", type);
        http.perform(post.header("Host", "localhost")).andExpect(status().is(status));
    }

    @ParameterizedTest(name = "{0}, Sec-Fetch-Site {1}, Origin {2}: {3}")
    @CsvSource({
        "/login,  same-origin ,                    , 302",
        "/login,              , http://localhost   , 302",
        "/login,  cross-site  ,                    , 403",
        "/login,              , http://evil.example, 403",
        "/logout, same-origin ,                    , 204",
        "/logout, cross-site  ,                    , 403",
        "/logout,             , http://evil.example, 403",
    })
    void nobody_is_logged_in_or_out_by_another_site(String path, String site, String origin, int status)
            throws Exception {
        MockHttpServletRequestBuilder post = post(path)
                .header("Host", "localhost")
                .contentType("application/x-www-form-urlencoded")
                .param("username", "viewer")
                .param("password", "v");
        with(post, "Sec-Fetch-Site", site);
        with(post, "Origin", origin);
        http.perform(post).andExpect(status().is(status));
    }

    private static void with(MockHttpServletRequestBuilder request, String header, String value) {
        if (value != null) {
            request.header(header, value);
        }
    }

    @Test
    void a_link_does_not_log_out() throws Exception {
        http.perform(get("/logout")).andExpect(status().isUnauthorized());
    }

    @Test
    void a_link_from_another_site_may_be_followed() throws Exception {
        http.perform(get("/api/tasks").header("Sec-Fetch-Site", "cross-site").with(httpBasic("viewer", "v")))
                .andExpect(status().isOk());
    }

    @Test
    void browsers_are_told_to_be_careful_and_nothing_is_remembered() throws Exception {
        http.perform(get("/api/tasks").with(httpBasic("viewer", "v")))
                .andExpect(header().string("X-Content-Type-Options", "nosniff"))
                .andExpect(header().string("X-Frame-Options", "DENY"))
                .andExpect(header().string("Referrer-Policy", "no-referrer"))
                .andExpect(header().string("Cache-Control", containsString("no-store")))
                .andExpect(header().exists("Permissions-Policy"))
                .andExpect(header().string(
                                "Content-Security-Policy",
                                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                                        + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';"
                                        + " frame-ancestors 'none'"))
                .andExpect(header().doesNotExist("Set-Cookie"));
    }

    private static MockHttpServletRequestBuilder asked(String method, String path) {
        return request(HttpMethod.valueOf(method), path).header("Content-Type", "application/json");
    }

    /** Every door opens: what is left are the guards. No configuration by name: nobody must find it by scanning. */
    @ImportAutoConfiguration({
        JacksonAutoConfiguration.class,
        HttpEncodingAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        SecurityAutoConfiguration.class
    })
    @Import({Access.class, Refusals.class})
    static class Doors {
        @Bean
        UserDetailsService people() {
            User.UserBuilder user = User.builder();
            return new InMemoryUserDetailsManager(
                    user.username("viewer")
                            .password("{noop}v")
                            .roles(Role.VIEWER.name())
                            .build(),
                    user.username("operator")
                            .password("{noop}o")
                            .roles(Role.OPERATOR.name())
                            .build(),
                    user.username("admin")
                            .password("{noop}a")
                            .roles(Role.ADMIN.name())
                            .build());
        }

        @Bean
        RouterFunction<ServerResponse> anyDoor() {
            return RouterFunctions.route(
                    RequestPredicates.all(), request -> ServerResponse.ok().build());
        }
    }
}
