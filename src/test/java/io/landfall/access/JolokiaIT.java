package io.landfall.access;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

/** JMX over HTTP, on the whole product: what an admin can read and call, what nobody can. */
class JolokiaIT {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTEXT =
            "org.apache.camel:context=landfall-jolokia,name=\\\"landfall-jolokia\\\",type=context";
    private static final String ROUTE = "org.apache.camel:context=landfall-jolokia,name=\\\"compensate\\\",type=routes";

    private static WholeProduct product;

    @BeforeAll
    static void start() {
        product = new WholeProduct("jolokia", Map.of());
    }

    @AfterAll
    static void stop() {
        product.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'read','mbean':'io.landfall:type=Compensation','attribute':'Rate'}",
                "{'type':'read','mbean':'java.lang:type=Memory','attribute':'HeapMemoryUsage'}",
                "{'type':'read','mbean':'java.lang:type=Runtime','attribute':'Uptime'}",
                "{'type':'read','mbean':'CONTEXT','attribute':'CamelVersion'}",
                "{'type':'exec','mbean':'CONTEXT','operation':'dumpRoutesAsXml()'}",
                "{'type':'exec','mbean':'CONTEXT','operation':'dumpRoutesStatsAsXml(boolean,boolean)','arguments':[true,true]}",
                "{'type':'exec','mbean':'ROUTE','operation':'dumpRouteAsXml()'}",
                "{'type':'exec','mbean':'ROUTE','operation':'stop()'}",
                "{'type':'exec','mbean':'ROUTE','operation':'start()'}",
                "{'type':'exec','mbean':'hawtio:type=security,area=jmx,name=HawtioDummyJMXSecurity',"
                        + "'operation':'canInvoke(java.lang.String)','arguments':['io.landfall:type=View']}",
                "{'type':'search','mbean':'org.apache.camel:*'}",
                "{'type':'list','path':'io.landfall'}",
                "{'type':'version'}"
            })
    void an_admin_may(String what) throws Exception {
        JsonNode answer = ask("admin", what);
        assertThat(answer.path("status").asInt()).as(answer.toString()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'read','mbean':'java.lang:type=Runtime','attribute':'SystemProperties'}",
                "{'type':'read','mbean':'java.lang:type=Runtime','attribute':'InputArguments'}",
                "{'type':'read','mbean':'java.lang:type=Runtime'}",
                "{'type':'exec','mbean':'com.sun.management:type=DiagnosticCommand','operation':'vmSystemProperties'}",
                "{'type':'exec','mbean':'com.sun.management:type=HotSpotDiagnostic','operation':'dumpHeap','arguments':['/tmp/x',true]}",
                "{'type':'write','mbean':'java.util.logging:type=Logging','attribute':'x','value':1}",
                "{'type':'exec','mbean':'java.util.logging:type=Logging','operation':'setLoggerLevel','arguments':['a','OFF']}",
                "{'type':'write','mbean':'java.lang:type=Memory','attribute':'Verbose','value':true}",
                "{'type':'exec','mbean':'java.lang:type=Memory','operation':'gc'}",
                "{'type':'exec','mbean':'CONTEXT','operation':'stop()'}",
                "{'type':'exec','mbean':'CONTEXT','operation':'suspend()'}",
                "{'type':'exec','mbean':'ROUTE','operation':'suspend()'}",
                "{'type':'exec','mbean':'ROUTE','operation':'updateRouteFromXml(java.lang.String)','arguments':['<route/>']}",
                "{'type':'exec','mbean':'ROUTE','operation':'remove()'}",
                "{'type':'write','mbean':'ROUTE','attribute':'Tracing','value':true}",
                "{'type':'exec','mbean':'org.springframework.boot:type=Admin,name=SpringApplication','operation':'shutdown'}",
                "{'type':'read','mbean':'Tomcat:type=Server','attribute':'serverInfo'}",
                "{'type':'read','mbean':'com.zaxxer.hikari:*','attribute':'x'}"
            })
    void nobody_may(String what) throws Exception {
        JsonNode answer = ask("admin", what);
        assertThat(answer.path("status").asInt()).as(answer.toString()).isNotEqualTo(200);
        assertThat(answer.toString()).doesNotContain("java.class.path");
    }

    @Test
    void what_is_called_is_noted_under_the_name_of_who_called() throws Exception {
        JdbcTemplate ledger = product.context().getBean(JdbcTemplate.class);
        ledger.update("truncate operator_action");
        String steer = "{'type':'exec','mbean':'io.landfall:type=Compensation','operation':'%s'}";
        assertThat(ask("admin", steer.formatted("pause")).path("status").asInt())
                .isEqualTo(200);
        assertThat(ask("admin", steer.formatted("resume")).path("status").asInt())
                .isEqualTo(200);
        assertThat(ledger.queryForList("select operator from operator_action", String.class))
                .containsExactly("admin", "admin");
    }

    @Test
    void routes_that_are_stopped_and_started_are_in_the_operator_log() throws Exception {
        JdbcTemplate ledger = product.context().getBean(JdbcTemplate.class);
        ledger.update("truncate operator_action");
        for (String operation : new String[] {"stop()", "start()", "dumpRouteAsXml()", "suspend()"}) {
            ask("admin", "{'type':'exec','mbean':'ROUTE','operation':'" + operation + "'}");
        }
        // of no route
        String ghost = "org.apache.camel:context=landfall-jolokia,name=\\\"ghost\\\",type=routes";
        ask("admin", "{'type':'exec','mbean':'" + ghost + "','operation':'stop()'}");
        assertThat(ledger.queryForList(
                        "select operator || ' ' || action || ' ' || detail from operator_action order by id",
                        String.class))
                .containsExactly("admin jmx.stop compensate", "admin jmx.start compensate");
    }

    @Test
    void only_admins_come_as_far() throws Exception {
        assertThat(post("viewer", "/actuator/jolokia", "{}").statusCode()).isEqualTo(403);
        assertThat(post("operator", "/actuator/jolokia", "{}").statusCode()).isEqualTo(403);
        assertThat(post("operator", "/actuator/hawtio/jolokia", "{}").statusCode())
                .isEqualTo(403);
        assertThat(get("viewer", "/actuator/hawtio/index.html").statusCode()).isEqualTo(403);
        HttpResponse<String> page = get("admin", "/actuator/hawtio/index.html");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Hawtio");
        assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(page.headers().allValues("Content-Security-Policy")).hasSize(1);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("frame-ancestors 'none'")
                .doesNotContain("*");
        assertThat(get("admin", "/api/me")
                        .headers()
                        .firstValue("Content-Security-Policy")
                        .orElseThrow())
                .startsWith("default-src 'none'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/jolokia/exec/io.landfall:type=Compensation/pause",
                "/actuator/hawtio/jolokia/exec/io.landfall:type=Compensation/pause",
                "/actuator/jolokia?p=exec/io.landfall:type=Compensation/pause",
                "/actuator/jolokia/read/io.landfall:type=Compensation/Rate",
                "/actuator/jolokia;x=1/exec/io.landfall:type=Compensation/pause",
                "/actuator/jolokia%2Fexec/io.landfall:type=Compensation/pause",
                "/actuator//jolokia/exec/io.landfall:type=Compensation/pause",
                "/actuator/hawtio/proxy/http/127.0.0.1"
            })
    void a_link_calls_nothing(String path) throws Exception {
        assertThat(get("admin", path).statusCode()).isBetween(400, 499);
        assertThat(ask("admin", "{'type':'read','mbean':'io.landfall:type=Compensation','attribute':'Paused'}")
                        .path("value")
                        .asText())
                .isEqualTo("false");
    }

    @Test
    void no_spelling_of_a_path_leads_round_the_roles() throws Exception {
        HostilePaths.leadNowhere(product.port());
    }

    /** As its pages ask: JSON under an old name. */
    @ParameterizedTest
    @CsvSource({
        "text/json,  Sec-Fetch-Site, same-origin,           200",
        "text/json,  Origin,         http://127.0.0.1:PORT, 200",
        "text/json,  Sec-Fetch-Site, cross-site,            403",
        "text/json,  Sec-Fetch-Site, same-site,             403",
        "text/json,  Origin,         http://evil.example,   403",
        "text/json,  Origin,         null,                  403",
        "text/plain, Sec-Fetch-Site, same-origin,           415",
    })
    void hawtios_own_pages_are_let_through(String type, String header, String value, int status) throws Exception {
        HttpRequest asked = request("admin", "/actuator/hawtio/jolokia/?maxDepth=7&ignoreErrors=true")
                .header(header, value.replace("PORT", Integer.toString(product.port())))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"version\"}"))
                .build();
        HttpResponse<String> answer = HTTP.send(asked, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(status);
        if (status == 200) {
            assertThat(JSON.readTree(answer.body()).at("/value/agent").asText()).isNotEmpty();
        }
    }

    @Test
    void other_sites_pages_and_other_jvms_are_not_reached() throws Exception {
        HttpRequest foreign = request("admin", "/actuator/jolokia")
                .header("Origin", "http://evil.example")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"version\"}"))
                .build();
        HttpResponse<String> answer = HTTP.send(foreign, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        HttpRequest read = request("admin", "/actuator/jolokia/version")
                .header("Origin", "http://evil.example")
                .build();
        assertThat(HTTP.send(read, BodyHandlers.ofString()).headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
        assertThat(ClassUtils.isPresent("org.jolokia.service.jsr160.Jsr160RequestHandler", null))
                .as("the way to other JVMs")
                .isFalse();
    }

    private static JsonNode ask(String user, String what) throws Exception {
        String json = what.replace('\'', '"').replace("CONTEXT", CONTEXT).replace("ROUTE", ROUTE);
        HttpResponse<String> answer = post(user, "/actuator/hawtio/jolokia", json);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static HttpResponse<String> post(String user, String path, String json) throws Exception {
        return HTTP.send(
                request(user, path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String user, String path) throws IOException, InterruptedException {
        return HTTP.send(request(user, path).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String user, String path) {
        String login = user + ":" + (user.equals("admin") ? ReadingApp.PASSWORD : user);
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + product.port() + path))
                .timeout(Duration.ofSeconds(30))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }
}
