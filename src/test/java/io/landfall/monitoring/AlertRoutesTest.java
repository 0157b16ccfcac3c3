package io.landfall.monitoring;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.landfall.stack.Tools;

import static org.assertj.core.api.Assertions.assertThat;

/** Alertmanager takes the example of its configuration, and sends each severity where it belongs. */
class AlertRoutesTest {
    private static final String FILE =
            Path.of("ops/alertmanager/alertmanager.yml").toString();

    @TempDir
    private Path folder;

    @Test
    void alertmanager_takes_the_example_of_its_configuration() throws Exception {
        Program told = Program.run(Tools.need("amtool", "prometheus-alertmanager"), "check-config", FILE);
        assertThat(told.exit()).as(told.output()).isZero();
        assertThat(told.output()).contains("3 receivers").contains("1 templates");
    }

    @ParameterizedTest
    @CsvSource({"P1, page", "P2, team", "P3, daily"})
    void each_severity_has_its_receiver(String severity, String receiver) throws Exception {
        Program told = Program.run(
                Tools.need("amtool", "prometheus-alertmanager"),
                "config",
                "routes",
                "test",
                "--config.file=" + FILE,
                "--verify.receivers=" + receiver,
                "severity=" + severity,
                "alarm=view-away",
                "source=rule");
        assertThat(told.exit()).as(told.output()).isZero();
    }

    @Test
    void a_message_says_what_is_wrong_with_which_tasks_and_where_to_act() throws Exception {
        Path alerts = Files.writeString(
                folder.resolve("alerts.json"),
                """
                {"alerts": [
                  {"status": "firing", "generatorURL": "http://console/#/alarms",
                   "labels": {"alertname": "exhausted", "key": "exhausted:tasks:mapping", "severity": "P2"},
                   "annotations": {"summary": "9 failures are exhausted", "tasks": "a, b", "action": "Retry them."}},
                  {"status": "resolved", "generatorURL": "http://prometheus/", "labels": {"alertname": "LandfallDown", "severity": "P1"},
                   "annotations": {"summary": "No node answers."}}]}
                """);
        Program told = Program.run(
                Tools.need("amtool", "prometheus-alertmanager"),
                "template",
                "render",
                "--template.glob=ops/alertmanager/landfall.tmpl",
                "--template.data=" + alerts,
                "--template.text={{ template \"landfall.markdown\" . }}");
        assertThat(told.exit()).as(told.output()).isZero();
        assertThat(told.output())
                .contains("**P2 firing exhausted:tasks:mapping**\n9 failures are exhausted\nTasks: a, b\nRetry them.\n"
                        + "[open](http://console/#/alarms)")
                .contains("**P1 resolved LandfallDown**\nNo node answers.\n[open](http://prometheus/)");
    }
}
