package io.landfall.corridor;

import java.io.InputStream;
import java.util.Collection;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.support.DefaultExchange;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verifiers;

/**
 * Asks a verifier: the loaded route {@code verify-<name>}, which begins at {@code direct:verify-<name>}. What a task says of
 * its platform is looked up among the routes, and never becomes an address.
 */
@Component
final class AskVerifier implements Verifiers {
    private static final String ROUTE = "verify-";
    private static final String ELSE = "call-log";

    private final CamelContext camel;
    private final ProducerTemplate routes;

    AskVerifier(@Lazy CamelContext camel, @Lazy ProducerTemplate routes) {
        this.camel = camel;
        this.routes = routes;
    }

    @Override
    public String of(@Nullable String platform) {
        return platform != null && route(platform) != null ? platform : ELSE;
    }

    private @Nullable Route route(String verifier) {
        Route route = camel.getRoute(ROUTE + verifier);
        return route != null && route.getEndpoint().getEndpointUri().equals("direct://" + ROUTE + verifier)
                ? route
                : null;
    }

    @Override
    public @Nullable Object ask(String verifier, List<Suspect> suspects) throws Exception {
        Route route = route(verifier);
        if (route == null) {
            throw new IllegalStateException("no route " + ROUTE + verifier + " is loaded");
        }
        if (camel.getRouteController().getRouteStatus(route.getRouteId()) != ServiceStatus.Started) {
            throw new IllegalStateException("route " + ROUTE + verifier + " is not started");
        }
        Exchange exchange = new DefaultExchange(camel);
        exchange.getMessage().setBody(List.copyOf(suspects));
        routes.send(route.getEndpoint(), exchange);
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
        Object body = exchange.getMessage().getBody();
        return body == null
                        || body instanceof String
                        || body instanceof byte[]
                        || body instanceof InputStream
                        || body instanceof Collection
                ? body
                : exchange.getMessage().getBody(String.class);
    }
}
