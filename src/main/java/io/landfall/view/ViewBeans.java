package io.landfall.view;

import java.util.concurrent.ThreadLocalRandom;

import org.elasticsearch.client.RestClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.alarm.Alarms;
import io.landfall.ledger.Ledger;

/** Puts the view's parts together. */
@Configuration(proxyBeanMethods = false)
class ViewBeans {
    @Bean(destroyMethod = "close")
    RestClient viewClient(ViewConfiguration configuration) {
        return ViewClient.open(configuration);
    }

    @Bean(initMethod = "prepareAtStart")
    ViewSetup viewSetup(RestClient viewClient, ViewConfiguration configuration) {
        return new ViewSetup(viewClient, configuration);
    }

    @Bean
    ViewWriter viewWriter(
            ViewConfiguration configuration, ViewSetup setup, RestClient viewClient, Ledger ledger, Alarms alarms) {
        return new ViewWriter(configuration, setup, viewClient, ledger, alarms, () -> ThreadLocalRandom.current()
                .nextDouble());
    }
}
