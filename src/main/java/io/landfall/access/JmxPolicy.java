package io.landfall.access;

import java.io.InputStream;
import java.util.regex.Pattern;

import javax.management.ObjectName;

import org.jolokia.server.core.restrictor.policy.PolicyRestrictor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What may be reached over {@code /actuator/jolokia}, as {@code jolokia-access.xml} says; who calls what, to change something, is logged. */
public final class JmxPolicy extends PolicyRestrictor {
    /** Hawtio's pages call these by themselves, every few seconds; they change nothing. */
    private static final Pattern ASKED_BY_PAGES = Pattern.compile("(?:canInvoke|dump).*");

    private static final Logger log = LoggerFactory.getLogger(JmxPolicy.class);

    /** By its name, from the configuration. */
    public JmxPolicy() {
        super(policy());
    }

    private static InputStream policy() {
        InputStream policy = JmxPolicy.class.getResourceAsStream("/jolokia-access.xml");
        if (policy == null) {
            throw new IllegalStateException("jolokia-access.xml is missing");
        }
        return policy;
    }

    @Override
    public boolean isOperationAllowed(ObjectName bean, String operation) {
        boolean allowed = super.isOperationAllowed(bean, operation);
        if (!allowed || !ASKED_BY_PAGES.matcher(operation).matches()) {
            log.info("{} calls {} of {}: {}", Caller.name(), operation, bean, allowed ? "allowed" : "refused");
        }
        return allowed;
    }
}
