package io.landfall.access;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(
        classes = ReadingApp.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"landfall.oidc.roles-claim=realm_access.roles", "landfall.oidc.operators=landfall-operators,ops"})
class OidcIT {
    private static final FakeIssuer ISSUER = new FakeIssuer();

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("oidc_it", registry);
        String client = "spring.security.oauth2.client.";
        registry.add(client + "registration.company.client-id", () -> FakeIssuer.CLIENT);
        registry.add(client + "registration.company.client-secret", () -> FakeIssuer.SECRET);
        registry.add(client + "registration.company.client-name", () -> "Company");
        registry.add(client + "registration.company.scope", () -> "openid");
        registry.add(client + "provider.company.issuer-uri", ISSUER::url);
        registry.add(client + "provider.company.user-name-attribute", () -> "preferred_username");
    }

    @AfterAll
    static void gone() {
        ISSUER.close();
    }

    @Test
    void who_is_known_to_the_provider_has_the_roles_that_it_tells() {
        ISSUER.visitor("olga", "unrelated", "ops");
        Browser browser = new Browser(port);
        assertThat(browser.fetch("/login.json").body())
                .isEqualTo("[{\"name\":\"Company\",\"href\":\"/oauth2/authorization/company\"}]");
        HttpResponse<String> asked = browser.visit("/oauth2/authorization/company");
        assertThat(asked.headers().firstValue("Set-Cookie").orElse(""))
                .startsWith("LANDFALL_LOGIN=")
                .contains("HttpOnly", "SameSite=Lax");
        assertThat(browser.session()).as("nobody is known yet").isEmpty();
        HttpResponse<String> in = browser.visit(location(browser.visit(location(asked))));
        assertThat(location(in)).endsWith("/").doesNotContain("login");
        assertThat(browser.fetch("/api/me").body())
                .isEqualTo("{\"name\":\"olga\",\"roles\":[\"viewer\",\"operator\"]}");
        assertThat(browser.post("/api/compensation/pause", "{}").statusCode()).isEqualTo(200);
        assertThat(browser.post("/api/compensation/resume", "{}").statusCode()).isEqualTo(200);
        assertThat(browser.fetch("/actuator").statusCode()).isEqualTo(403);
    }

    @Test
    void who_has_no_role_of_ours_or_a_name_of_ours_stays_out() {
        ISSUER.visitor("olga", "unrelated");
        assertThat(login(new Browser(port))).endsWith("/login?no-role");
        for (String name : new String[] {"admin", "Admin", "jmx", "unverified:olga"}) {
            ISSUER.visitor(name, "ops");
            Browser browser = new Browser(port);
            assertThat(login(browser)).as(name).endsWith("/login?no-role");
            assertThat(browser.fetch("/api/me").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void an_answer_that_this_browser_did_not_ask_for_logs_nobody_in() {
        ISSUER.visitor("olga", "ops");
        Browser mallory = new Browser(port);
        String answer = location(mallory.visit(location(mallory.visit("/oauth2/authorization/company"))));
        Browser victim = new Browser(port);
        assertThat(location(victim.visit(answer))).endsWith("/login?error");
        victim.visit("/oauth2/authorization/company");
        assertThat(location(victim.visit(answer))).as("another state").endsWith("/login?error");
        assertThat(victim.fetch("/api/me").statusCode()).isEqualTo(401);
        String pending = mallory.cookie(PendingLogins.COOKIE);
        assertThat(location(mallory.visit(answer))).doesNotContain("login");
        assertThat(mallory.cookie(PendingLogins.COOKIE)).isEmpty();
        mallory.keep(PendingLogins.COOKIE, pending);
        assertThat(location(mallory.visit(answer))).as("it counts once").endsWith("/login?error");
    }

    @Test
    void the_built_in_user_is_still_there() {
        Browser browser = new Browser(port);
        browser.login("admin", ReadingApp.PASSWORD);
        assertThat(browser.fetch("/api/me").statusCode()).isEqualTo(200);
    }

    private static String login(Browser browser) {
        return location(
                browser.visit(location(browser.visit(location(browser.visit("/oauth2/authorization/company"))))));
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(302);
        return answer.headers().firstValue("Location").orElse("");
    }
}
