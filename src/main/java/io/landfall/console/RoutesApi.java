package io.landfall.console;

import java.security.Principal;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.ledger.FilterForm;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.OperatorActions;
import io.landfall.overview.RouteStates;
import io.landfall.overview.RouteStates.RouteState;

/** {@code /api/routes}: the routes of this node; one that is not at work is started again. Stopping one is for admins, by JMX. */
@RestController
class RoutesApi {
    private static final Logger LOG = LoggerFactory.getLogger(RoutesApi.class);
    private static final String START = "routes.start";

    private final ObjectProvider<RouteStates> routes;
    private final OperatorActions actions;
    private final String node;

    RoutesApi(ObjectProvider<RouteStates> routes, JdbcTemplate jdbc, LedgerConfiguration ledger) {
        this.routes = routes;
        this.actions = new OperatorActions(jdbc);
        this.node = ledger.node();
    }

    /** @param node whose routes they are */
    record NodeRoutes(String node, List<RouteState> items) {}

    @GetMapping("/api/routes")
    NodeRoutes routes() {
        RouteStates known = routes.getIfAvailable();
        return new NodeRoutes(node, known == null ? List.of() : known.routes());
    }

    /** On the node that answers, alone. */
    @PostMapping("/api/routes/{id}/start")
    NodeRoutes start(@PathVariable String id, @RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        new FilterForm(body).end();
        RouteStates known = routes.getIfAvailable();
        if (known == null || !known.start(id)) {
            throw new Unknown("route", id);
        }
        note(who.getName(), "route " + id + " of node " + node);
        return routes();
    }

    private void note(String who, String what) {
        LOG.info("{} was started by {}", what, who);
        try {
            actions.keep(who, START, null, what, 1);
        } catch (DataAccessException e) {
            // an outage is when a route must be started: the log has it
            LOG.warn("{} is not in the operator log, the ledger is away: {} by {}", START, what, who);
        }
    }
}
