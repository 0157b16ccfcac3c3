package io.landfall.corridor;

import org.apache.camel.Exchange;

import io.landfall.inspection.Run;

/** What the steps of an inspection hand to each other on their exchange. */
final class InspectionRun {
    /** How many groups of suspects are left to be judged. */
    static final String GROUPS = "landfall.groups";

    private static final String RUN = "landfall.inspection";

    private InspectionRun() {}

    /** As the first steps expect it. */
    static void begin(Exchange exchange, Run run) {
        exchange.setProperty(RUN, run);
    }

    static Run of(Exchange exchange) {
        return exchange.getProperty(RUN, Run.class);
    }

    static void open(Exchange exchange) {
        exchange.setProperty(GROUPS, of(exchange).open());
    }
}
