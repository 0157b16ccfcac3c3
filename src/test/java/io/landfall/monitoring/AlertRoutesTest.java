package io.landfall.monitoring;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.landfall.stack.Tools;

import static org.assertj.core.api.Assertions.assertThat;

/** Alertmanager takes the example of its configuration, and sends each severity where it belongs. */
class AlertRoutesTest {
    private static final String FILE =
            Path.of("ops/alertmanager/alertmanager.yml").toString();

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
}
