package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;
import org.springframework.stereotype.Component;

import io.landfall.view.ViewJob;
import io.landfall.view.ViewWrite;
import io.landfall.view.ViewWriter;

/** Step {@code open-write}: body {@code List<ViewWrite>}; the job that answers them waits in an exchange property. */
@Component
public final class OpenWrite {
    static final String JOB = "landfall.viewJob";

    private final ViewWriter writer;

    public OpenWrite(ViewWriter writer) {
        this.writer = writer;
    }

    public void open(Exchange exchange) throws InvalidPayloadException {
        List<?> body = exchange.getMessage().getMandatoryBody(List.class);
        List<ViewWrite> writes = body.stream().map(ViewWrite.class::cast).toList();
        exchange.setProperty(JOB, writer.open(writes));
    }

    static ViewJob job(Exchange exchange) {
        return exchange.getProperty(JOB, ViewJob.class);
    }
}
