package io.landfall.land;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.inspection.Suspect;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The verifier that README shows: one YAML file, dropped into the folder of a running product; its table is the guide's. */
class DroppedVerifierIT extends VerifierContract {
    @RegisterExtension
    static final Landings VERIFYING = Verifying.LANDINGS;

    @BeforeAll
    static void drop() {
        ledger().execute(GuidesIT.snippet("## Add a verifier", "sql")
                .replace("create table", "create table if not exists"));
        DroppedRoutes.drop("79-verify-jobs.camel.yaml", file("jobs"));
        await().atMost(Wait.MOST).until(() -> status("verify-jobs") == ServiceStatus.Started);
    }

    /** As README has it, for another platform. */
    private static String file(String platform) {
        try {
            String readme = Files.readString(Path.of("README.md"));
            int begin = readme.indexOf("- route:\n    id: verify-jobs\n");
            return readme.substring(begin, readme.indexOf("```", begin)).replace("jobs", platform);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JdbcTemplate ledger() {
        return VERIFYING.landing().part(JdbcTemplate.class);
    }

    private static ServiceStatus status(String route) {
        return VERIFYING.landing().part(CamelContext.class).getRouteController().getRouteStatus(route);
    }

    @Test
    void a_file_that_can_not_be_read_leaves_the_others_at_work() {
        DroppedRoutes.drop("78-verify-broken.camel.yaml", "- route:\n    id: verify-broken\n    from: [\n");
        DroppedRoutes.drop("77-verify-after.camel.yaml", file("after"));
        await().atMost(Wait.MOST).until(() -> status("verify-after") == ServiceStatus.Started);
        assertThat(status("verify-broken")).isNull();
        await().atMost(Wait.MOST).untilAsserted(() -> assertThat(
                        VERIFYING.landing().part(CamelContext.class).getRoutes())
                .allSatisfy(route -> assertThat(status(route.getId())).isEqualTo(ServiceStatus.Started)));
    }

    @Override
    String platform() {
        return "jobs";
    }

    @Override
    Landing landing() {
        return VERIFYING.landing();
    }

    @Override
    void done(Suspect suspect, String result) {
        tell(suspect, "OK", result, null, null);
    }

    @Override
    void failed(Suspect suspect, String code, String message) {
        tell(suspect, "ERROR", null, code, message);
    }

    @Override
    void running(Suspect suspect) {
        tell(suspect, "RUNNING", null, null, null);
    }

    private static void tell(Suspect suspect, String outcome, String result, String code, String message) {
        ledger().update("insert into our_job values (?, ?, ?, ?, ?)", suspect.taskId(), outcome, result, code, message);
    }

    @Override
    void away() {
        ledger().execute("alter table our_job rename to our_job_away");
    }

    @Override
    void back() {
        ledger().execute("alter table if exists our_job_away rename to our_job");
    }
}
