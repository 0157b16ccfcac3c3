package io.landfall.view;

import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;

import org.elasticsearch.client.RestClient;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.landfall.alarm.Alarms;
import io.landfall.failure.IndexFailures;
import io.landfall.ledger.Ledger;

/** Puts the view's parts together. */
@Configuration(proxyBeanMethods = false)
class ViewBeans {
    @Bean(destroyMethod = "close")
    RestClient viewClient(ViewConfiguration configuration, SslBundles bundles) {
        String bundle = configuration.sslBundle();
        return ViewClient.open(configuration, bundle == null ? null : BundleTls.of(bundle, bundles));
    }

    @Bean(initMethod = "prepareAtStart")
    ViewSetup viewSetup(RestClient viewClient, ViewConfiguration configuration) {
        return new ViewSetup(viewClient, configuration);
    }

    @Bean
    IndexBreakers indexBreakers(ViewConfiguration configuration, IndexFailures failures, Clock clock) {
        return new IndexBreakers(configuration, failures, clock);
    }

    @Bean
    BulkSize bulkSize(ViewConfiguration configuration, Clock clock) {
        return new BulkSize(configuration, clock);
    }

    @Bean
    ViewWriter viewWriter(
            ViewConfiguration configuration,
            ViewSetup setup,
            RestClient viewClient,
            Ledger ledger,
            Alarms alarms,
            IndexBreakers breakers,
            BulkSize size,
            Twins twins) {
        return new ViewWriter(
                configuration,
                setup,
                viewClient,
                ledger,
                alarms,
                breakers,
                size,
                () -> ThreadLocalRandom.current().nextDouble(),
                twins);
    }
}
