package io.landfall.corridor;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.springframework.stereotype.Component;

import io.landfall.ledger.LongWork;

/** No route asks another server, broker or view, while its thread has a transaction of the ledger open. */
@Component
final class OutsideTransactions implements InterceptStrategy {
    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        if (!(definition instanceof ToDefinition to) || isInside(String.valueOf(to.getUri()))) {
            return target;
        }
        String what = "step " + definition.getId();
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                try {
                    LongWork.begins(what);
                } catch (IllegalStateException e) {
                    exchange.setException(e);
                    callback.done(true);
                    return true;
                }
                return super.process(exchange, callback);
            }
        };
    }

    /** Another route, or a statement for the ledger. */
    private static boolean isInside(String uri) {
        return uri.startsWith("direct:") || uri.startsWith("jdbc:") || uri.startsWith("sql:");
    }
}
