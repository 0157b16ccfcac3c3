package io.landfall.access;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.console.Asked;
import io.landfall.console.ReadingApp;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(classes = ReadingApp.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class LoginIT {
    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate alarms;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("login_it", registry);
        registry.add("landfall.users[0].name", () -> "ann");
        registry.add("landfall.users[0].password", () -> "{bcrypt}" + new BCryptPasswordEncoder(4).encode("secret"));
        registry.add("landfall.users[0].roles", () -> "viewer");
    }

    @Test
    void who_logs_in_with_the_form_has_a_session_until_the_logout() {
        Browser browser = new Browser(port);
        assertThat(location(browser.visit("/"))).isEqualTo("/login");
        assertThat(browser.visit("/login").body()).contains("<form").contains("action=\"/login\"");
        assertThat(browser.fetch("/login.js").statusCode()).isEqualTo(200);
        assertThat(browser.session()).as("nobody is known yet").isEmpty();

        HttpResponse<String> in = browser.login("admin", ReadingApp.PASSWORD);
        assertThat(location(in)).isEqualTo("/");
        assertThat(in.headers().firstValue("Set-Cookie").orElse(""))
                .startsWith("LANDFALL_SESSION=")
                .contains("Path=/", "HttpOnly", "SameSite=Strict")
                .doesNotContain("Secure");
        assertThat(browser.fetch("/api/me").body())
                .isEqualTo("{\"name\":\"admin\",\"roles\":[\"viewer\",\"operator\",\"admin\"]}");
        assertThat(browser.post("/api/compensation/pause", "{}").statusCode()).isEqualTo(200);
        assertThat(browser.post("/api/compensation/resume", "{}").statusCode()).isEqualTo(200);
        assertThat(Asked.get(port, "/api/operator-actions?limit=1")
                        .json()
                        .at("/items/0/operator")
                        .asText())
                .isEqualTo("admin");

        String session = browser.session();
        assertThat(location(browser.submit("/logout", Map.of()))).isEqualTo("/login?out");
        browser.keep(LoginPage.COOKIE, session);
        assertThat(browser.fetch("/api/me").statusCode()).isEqualTo(401);
    }

    @Test
    void a_session_that_somebody_else_chose_is_not_the_one_that_is_used() {
        Browser browser = new Browser(port);
        browser.keep(LoginPage.COOKIE, "0123456789ABCDEF0123456789ABCDEF");
        browser.login("admin", ReadingApp.PASSWORD);
        String first = browser.session();
        assertThat(first).isNotEqualTo("0123456789ABCDEF0123456789ABCDEF");
        browser.login("admin", ReadingApp.PASSWORD);
        assertThat(browser.session()).as("a login changes the session's id").isNotEqualTo(first);
        Browser other = new Browser(port);
        other.keep(LoginPage.COOKIE, first);
        assertThat(other.fetch("/api/me").statusCode()).isEqualTo(401);
    }

    @Test
    void a_wrong_password_leads_back_to_the_form_and_leaves_nothing() {
        Browser browser = new Browser(port);
        assertThat(location(browser.login("admin", "wrong"))).isEqualTo("/login?error");
        assertThat(location(browser.login("nobody", "wrong"))).isEqualTo("/login?error");
        assertThat(browser.fetch("/api/me").statusCode()).isEqualTo(401);
    }

    @Test
    void after_the_login_one_is_where_one_wanted_to_go_if_that_is_here() {
        assertThat(afterLogin("/api/tasks?limit=5")).isEqualTo("/api/tasks?limit=5");
        assertThat(afterLogin("/#/tasks")).isEqualTo("/#/tasks");
        for (String elsewhere : new String[] {
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "evil",
            "",
            "/ \t",
            "/\r\nSet-Cookie: a=b",
            "/login"
        }) {
            assertThat(afterLogin(elsewhere)).as(elsewhere).isEqualTo("/");
        }
    }

    private String afterLogin(String next) {
        return location(new Browser(port)
                .submit("/login", Map.of("username", "admin", "password", ReadingApp.PASSWORD, "next", next)));
    }

    @Test
    void http_basic_makes_no_session() {
        HttpResponse<String> me = Asked.raw(port, "/api/me", "admin", ReadingApp.PASSWORD);
        assertThat(me.statusCode()).isEqualTo(200);
        assertThat(me.headers().map()).doesNotContainKey("set-cookie");
    }

    @Test
    void who_guesses_must_wait_and_others_must_not() {
        alarms.update("truncate alarm");
        for (int i = 0; i < LoginBrake.FREE_OF_A_USER; i++) {
            assertThat(Asked.get(port, "/api/me", "ann", "guess" + i).status()).isEqualTo(401);
        }
        HttpResponse<String> braked = Asked.raw(port, "/api/me", "ann", "secret");
        assertThat(braked.statusCode()).as("not even looked at").isEqualTo(429);
        assertThat(braked.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(braked.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(location(new Browser(port).login("ann", "secret"))).matches("/login\\?wait=[12]");
        assertThat(Asked.get(port, "/api/me").status()).as("admin").isEqualTo(200);
        await().atMost(Wait.MOST).untilAsserted(() -> assertThat(
                        Asked.get(port, "/api/me", "ann", "secret").json().at("/roles"))
                .hasSize(1));
        await().atMost(Wait.MOST)
                .untilAsserted(() -> assertThat(alarms.queryForObject("select summary from alarm", String.class))
                        .contains("127.0.0.1")
                        .doesNotContain("ann"));
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(302);
        String where = answer.headers().firstValue("Location").orElse("");
        return where.replaceFirst("^http://127\\.0\\.0\\.1:\\d+", "");
    }
}
