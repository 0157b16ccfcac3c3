package io.landfall.browser;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Hawtio's own pages, as an admin uses them: under our content policy, our guards and our list of what JMX may do. */
class HawtioIT {
    @RegisterExtension
    static final Consoles CONSOLE = new Consoles();

    private final Browser browser = CONSOLE.browser();
    private final Rows rows = new Rows(CONSOLE.site());

    @BeforeEach
    void nothing_chosen() {
        browser.fresh();
        browser.size(1500, 900);
    }

    @AfterEach
    void nothing_was_refused() {
        assertThat(browser.complaints())
                .noneMatch(complaint -> complaint.contains("Content Security Policy")
                        || complaint.contains("forbidden")
                        || complaint.contains("status of 40") && complaint.contains("jolokia")
                        || complaint.contains("Uncaught"));
    }

    @Test
    void the_diagram_of_a_route_is_drawn_with_its_numbers() {
        browser.visit("/actuator/hawtio/camel");
        choose("land-writes");
        tab("Route Diagram");
        await().atMost(Wait.MOST).until(() -> nodes().size() == 6);
        assertThat(nodes().get(1)).contains("Loop", "(ID: until-all-written)");
        await("for exchanges that were counted")
                .atMost(Wait.MOST)
                .until(() -> nodes().get(1).lines().anyMatch(line -> line.matches("[1-9][0-9]*")));
        assertThat(browser.all(By.cssSelector(".react-flow__edge"))).hasSize(5);
        browser.picture("hawtio-diagram");
    }

    @Test
    void an_operation_of_ours_is_run_from_its_page() {
        long before = paused();
        browser.visit("/actuator/hawtio/jmx");
        choose("Compensation");
        tab("Attributes");
        browser.untilSaid("BatchSize");
        tab("Operations");
        browser.untilSaid("No run from now on; the one under way ends");
        execute("pause()");
        await().atMost(Wait.MOST).until(() -> paused() == before + 1);
        browser.picture("hawtio-operations");
        execute("resume()");
        await().atMost(Wait.MOST)
                .until(() -> rows.value("select operator from operator_action order by id desc limit 1", String.class)
                                .equals("admin")
                        && rows.value("select action from operator_action order by id desc limit 1", String.class)
                                .equals("compensation.resume"));
    }

    @Test
    void nobody_but_an_admin_sees_them() {
        try (Browser hers = browser.as(Consoles.OPERATOR, Consoles.OPERATOR)) {
            hers.visit("/actuator/hawtio/");
            hers.untilSaid("Your role does not allow this.");
        }
    }

    private long paused() {
        return rows.value("select count(*) from operator_action where action = 'compensation.pause'", Long.class);
    }

    private void choose(String leaf) {
        browser.untilThere(By.xpath("//*[text()='Expand all']")).click();
        browser.untilThere(By.xpath("//*[contains(@class, 'tree-view')]//*[normalize-space(text())='" + leaf + "']"))
                .click();
    }

    private void tab(String name) {
        browser.untilThere(By.xpath("//*[self::a or self::button][normalize-space()='" + name + "']"))
                .click();
    }

    private void execute(String operation) {
        String item = "//li[.//b[text()='" + operation + "']]";
        browser.untilThere(By.xpath(item + "//button[@aria-label='Details']")).click();
        browser.untilThere(By.xpath(item + "//button[normalize-space()='Execute']"))
                .click();
        browser.untilThere(By.xpath(item + "//*[contains(text(), 'success')]"));
    }

    /** What is written on each node, from the first step down. */
    private List<String> nodes() {
        return browser.all(By.cssSelector(".react-flow__node")).stream()
                .map(WebElement::getText)
                .toList();
    }
}
