package io.landfall.ops;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import io.landfall.access.JmxCall;
import io.landfall.ledger.OperatorActions;

/** Notes in the operator log who asked for routes to be stopped and started over JMX, as Hawtio does. Landfall's own MBeans note for themselves. */
@Component
final class JmxCalls {
    private static final Logger LOG = LoggerFactory.getLogger(JmxCalls.class);

    private final OperatorActions actions;

    JmxCalls(JdbcTemplate jdbc) {
        this.actions = new OperatorActions(jdbc);
    }

    @EventListener
    void note(JmxCall call) {
        String action = "jmx." + call.operation().replaceAll("\\(.*", "");
        try {
            actions.keep(call.caller(), action, null, call.name(), 1);
        } catch (DataAccessException e) {
            // an outage is when a route must be started: the log has the call
            LOG.warn("{} of {} is not in the operator log: the ledger is away", action, call.name());
        }
    }
}
