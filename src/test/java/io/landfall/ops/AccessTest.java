package io.landfall.ops;

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
        "GET,  /actuator/health,           401, 200, 200, 200",
        "GET,  /actuator/health/landing,   401, 200, 200, 200",
        "GET,  /actuator/health/readiness/ledger, 401, 200, 200, 200",
        "GET,  /actuator/prometheus,       401, 200, 200, 200",
        "GET,  /actuator/info,             401, 200, 200, 200",
        "GET,  /actuator,                  401, 403, 403, 200",
        "GET,  /actuator/jolokia/x,        401, 403, 403, 200",
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
        http.perform(get("/actuator/jolokia/x").with(httpBasic("viewer", "v")))
                .andExpect(status().isForbidden())
                .andExpect(content().contentType("application/problem+json"));
    }

    @ParameterizedTest(name = "Sec-Fetch-Site {0}, Content-Type {1}: {2}")
    @CsvSource({
        "            , application/json,                200",
        "same-origin , application/json;charset=UTF-8,  200",
        "none        , application/json,                200",
        "cross-site  , application/json,                403",
        "same-site   , application/json,                403",
        "same-origin , ,                                415",
        "            , text/plain,                      415",
        "            , application/x-www-form-urlencoded, 415",
        "            , */*,                             415",
        "            , nonsense,                        415",
    })
    void what_changes_something_comes_as_json_and_from_no_other_site(String site, String type, int status)
            throws Exception {
        MockHttpServletRequestBuilder post = post("/api/failures/1/retry").with(httpBasic("operator", "o"));
        if (site != null) {
            post.header("Sec-Fetch-Site", site);
        }
        if (type != null) {
            post.header("Content-Type", type);
        }
        http.perform(post).andExpect(status().is(status));
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
                            .roles(Access.VIEWER)
                            .build(),
                    user.username("operator")
                            .password("{noop}o")
                            .roles(Access.OPERATOR)
                            .build(),
                    user.username("admin")
                            .password("{noop}a")
                            .roles(Access.ADMIN)
                            .build());
        }

        @Bean
        RouterFunction<ServerResponse> anyDoor() {
            return RouterFunctions.route(
                    RequestPredicates.all(), request -> ServerResponse.ok().build());
        }
    }
}
