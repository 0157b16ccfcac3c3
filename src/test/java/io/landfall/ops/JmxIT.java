package io.landfall.ops;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;

import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

// off in tests, unless they ask for it
@SpringBootTest(classes = ReadingApp.class, properties = "spring.jmx.enabled=true")
class JmxIT {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Autowired
    private JdbcTemplate ledger;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("jmx_it", registry);
    }

    @Test
    void failures_and_dead_letters_are_steered_over_jmx() throws Exception {
        ledger.update("truncate failure, operator_action cascade");
        ledger.update(
                "insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,"
                        + " truncated, status) values ('t', 'tasks', 'index', 1, 'mapping', '', '', '', false, 'PERMANENT')");
        assertThat(invoke("retryFailures", "{\"cause\":\"mapping\"}")).contains("number=1");
        assertThat(ledger.queryForObject("select status from failure", String.class))
                .isEqualTo("PENDING");
        assertThat(ledger.queryForObject("select operator from operator_action", String.class))
                .isEqualTo("jmx");
        assertThat(invoke("replayDeadLetters", "{\"all\":true}")).contains("number=0");
        for (int offset = 0; offset < 2; offset++) {
            ledger.update(
                    "insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, headers)"
                            + " values ('jmx', 0, ?, now(), '', 'not-json', '', '[]')",
                    offset);
        }
        Long id = ledger.queryForObject("select min(id) from dead_letter where topic = 'jmx'", Long.class);
        ObjectName bean = new ObjectName("io.landfall:type=Ledger");
        String[] signature = {"long", "java.lang.String"};
        assertThat(server.invoke(bean, "abandonDeadLetter", new Object[] {id, "a test"}, signature))
                .asString()
                .contains("dead-letters.abandon");
        assertThat(invoke("abandonDeadLetters", "{\"topic\":\"jmx\",\"why\":\"a test\"}"))
                .contains("number=1");
        assertThat(ledger.queryForList("select closed_by from dead_letter where topic = 'jmx'", String.class))
                .containsOnly("jmx")
                .hasSize(2);
        assertThatThrownBy(() -> invoke("retryFailures", "{}"))
                .isInstanceOf(MBeanException.class)
                .hasRootCauseMessage("An empty filter means everything; say {\"all\": true} if you do.");
    }

    @Test
    void open_alarms_are_seen_over_jmx() throws Exception {
        ledger.update("truncate alarm");
        ledger.update("insert into alarm (alarm_key, severity, summary) values ('k', 'P2', 's')");
        assertThat(server.getAttribute(new ObjectName("io.landfall:type=Alarms"), "Open"))
                .asString()
                .contains("P2 k (1): s");
    }

    @Test
    void blocked_messages_are_released_over_jmx() throws Exception {
        ledger.update("truncate outbox, operator_action");
        ledger.update("insert into outbox (topic, status, reason) values ('a', 'BLOCKED', 'x'), ('b', 'BLOCKED', 'x')");
        ObjectName outbox = new ObjectName("io.landfall:type=Outbox");
        assertThat(server.invoke(
                        outbox, "releaseMany", new Object[] {"{\"topic\":\"a\"}"}, new String[] {"java.lang.String"}))
                .asString()
                .contains("number=1");
        Long left = ledger.queryForObject("select id from outbox where status = 'BLOCKED'", Long.class);
        assertThat(server.invoke(outbox, "release", new Object[] {left}, new String[] {"long"}))
                .asString()
                .contains("outbox.release");
        assertThat(ledger.queryForObject("select count(*) from operator_action where operator = 'jmx'", Long.class))
                .isEqualTo(2);
        assertThat(server.getAttribute(outbox, "OldestAgeSeconds")).isInstanceOf(Double.class);
    }

    /** Whoever sees them in a tool knows what they are, without this source. */
    @Test
    void every_bean_attribute_operation_and_parameter_says_what_it_is() throws Exception {
        Map<String, String> told = new TreeMap<>();
        for (ObjectName bean : server.queryNames(new ObjectName("io.landfall:*"), null)) {
            String type = bean.getKeyProperty("type");
            MBeanInfo info = server.getMBeanInfo(bean);
            told.put(type, info.getDescription());
            for (MBeanAttributeInfo attribute : info.getAttributes()) {
                told.put(type + "." + attribute.getName(), attribute.getDescription());
            }
            for (MBeanOperationInfo operation : info.getOperations()) {
                String name = type + "." + operation.getName() + "()";
                told.put(name, operation.getDescription());
                for (MBeanParameterInfo parameter : operation.getSignature()) {
                    told.put(name + "." + parameter.getName(), parameter.getDescription());
                }
            }
        }
        assertThat(told)
                .containsKeys(
                        "Alarms.Open",
                        "Compensation.tune().value",
                        "Inspection.Pace",
                        "Ledger.retryFailures().filter",
                        "Outbox.release().id",
                        "View.rebuild().index")
                .allSatisfy((what, description) ->
                        assertThat(description).as(what).contains(" ").doesNotContain("io.landfall", "null"));
        assertThat(told.keySet())
                .as("parameters have names, not numbers")
                .noneMatch(what -> what.matches(".*\\.(p|arg)\\d+"));
    }

    private String invoke(String operation, String filter) throws Exception {
        return (String) server.invoke(
                new ObjectName("io.landfall:type=Ledger"), operation, new Object[] {filter}, new String[] {
                    "java.lang.String"
                });
    }
}
