package io.landfall.ops;

import java.util.List;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jmx.export.annotation.ManagedAttribute;
import org.springframework.jmx.export.annotation.ManagedResource;
import org.springframework.stereotype.Component;

/** Open alarms over JMX. */
@Component
@ManagedResource(objectName = "io.landfall:type=Alarms", description = "What a person must know")
public class AlarmsBean {
    private static final String OPEN =
            """
            select severity || ' ' || alarm_key || ' (' || count || '): ' || summary from alarm where closed_at is null
            order by severity, id limit 100
            """;

    private final JdbcTemplate ledger;

    AlarmsBean(DataSource ledger) {
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout(5);
    }

    @ManagedAttribute(description = "Open alarms, the worst first, at most 100")
    public List<String> getOpen() {
        return ledger.queryForList(OPEN, String.class);
    }
}
