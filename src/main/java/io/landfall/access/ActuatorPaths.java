package io.landfall.access;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * {@link PlainActuatorPaths} before everything else, on each port: the product finds this by scanning, a management port of its
 * own, which has a context of its own, by the list in {@code META-INF/spring}.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ActuatorPaths {
    @Bean
    FilterRegistrationBean<PlainActuatorPaths> plainActuatorPaths(Refusals refusals) {
        FilterRegistrationBean<PlainActuatorPaths> filter =
                new FilterRegistrationBean<>(new PlainActuatorPaths(refusals));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}
