package io.landfall.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * What must hold when faults have stopped and everything in the topic is committed: nothing lost (I1), every document as
 * the ledger has it or an open failure that says why not (I2, I3), balanced books. It is looked at twice: from outside, by
 * code of its own, and by the product's audit.
 */
public final class Truth {
    private static final int SHOWN = 40;

    private Truth() {}

    /** Throws an {@link AssertionError} that lists what does not hold. */
    public static void check(Site site) {
        List<String> differences = new ArrayList<>();
        differences.addAll(new RecordsTruth(site).differences());
        differences.addAll(new DocumentsTruth(site).differences());
        differences.addAll(new BooksTruth(site).differences());
        differences.addAll(new AuditTruth(site).differences());
        if (!differences.isEmpty()) {
            throw new AssertionError(differences.size() + " differences at " + site.schema() + ":\n"
                    + String.join("\n", differences.subList(0, Math.min(SHOWN, differences.size()))));
        }
    }
}
