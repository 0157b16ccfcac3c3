package io.landfall.access;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.regex.Pattern;

import javax.management.ObjectName;

import org.jolokia.server.core.restrictor.policy.PolicyRestrictor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.context.support.WebApplicationContextUtils;

import io.landfall.alarm.OneLine;

/** What may be reached over {@code /actuator/jolokia}, as {@code jolokia-access.xml} says; who calls what, to change something, is logged, and told where it is allowed. */
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
            String asked = OneLine.of(operation);
            log.info(
                    "{} calls {} of {}: {}",
                    Caller.name(),
                    asked,
                    OneLine.of(bean.toString()),
                    allowed ? "allowed" : "refused");
            if (allowed && bean.getDomain().equals("org.apache.camel") && isThere(bean)) {
                tell(new JmxCall(Caller.name(), asked, OneLine.of(name(bean))));
            }
        }
        return allowed;
    }

    private static boolean isThere(ObjectName bean) {
        return ManagementFactory.getPlatformMBeanServer().isRegistered(bean);
    }

    private static String name(ObjectName bean) {
        String name = String.valueOf(bean.getKeyProperty("name"));
        return name.startsWith("\"") ? ObjectName.unquote(name) : name;
    }

    /** This class is made by its name, not by Spring, whose context is found by the request. */
    private static void tell(JmxCall call) {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes asked) {
            WebApplicationContextUtils.getRequiredWebApplicationContext(
                            asked.getRequest().getServletContext())
                    .publishEvent(call);
        }
    }
}
