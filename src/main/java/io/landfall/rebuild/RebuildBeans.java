package io.landfall.rebuild;

import org.elasticsearch.client.RestClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.job.JobThread;
import io.landfall.ledger.Ledger;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.view.Twins;
import io.landfall.view.ViewConfiguration;

/** Puts the rebuild together. */
@Configuration(proxyBeanMethods = false)
class RebuildBeans {
    @Bean
    Twins twins(JdbcTemplate jdbc) {
        return new LedgerTwins(jdbc);
    }

    @Bean
    Reach rebuildReach(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            Ledger ledger,
            RestClient viewClient,
            ViewConfiguration view,
            IndexWrites writes) {
        return new Reach(jdbc, transactions, ledger, viewClient, view, writes);
    }

    @Bean(destroyMethod = "")
    Rebuild rebuild(Reach rebuildReach, RebuildConfiguration configuration, Alarms alarms, LedgerConfiguration ledger) {
        return new Rebuild(rebuildReach, configuration, alarms, ledger.node());
    }

    @Bean
    RebuildWatch rebuildWatch(Rebuild rebuild) {
        return new RebuildWatch(rebuild);
    }

    @Bean
    JobThread rebuildThread(Rebuild rebuild) {
        return new JobThread("rebuild", rebuild);
    }
}
