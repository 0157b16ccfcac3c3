package io.landfall.audit;

import java.time.Duration;

import org.elasticsearch.client.RestClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.view.ViewConfiguration;

/** Puts the audit together. */
@Configuration(proxyBeanMethods = false)
class AuditBeans {
    @Bean
    Reach auditReach(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            @Value("${landfall.inspection.min-age:10m}") Duration minAge,
            RestClient viewClient,
            ViewConfiguration view,
            PartitionEnds ends,
            ViewWrites writes) {
        return new Reach(jdbc, transactions, minAge, viewClient, view, ends, writes);
    }

    @Bean(destroyMethod = "")
    Audit audit(Reach auditReach, AuditConfiguration configuration, Alarms alarms, LedgerConfiguration ledger) {
        return new Audit(auditReach, configuration, alarms, ledger.node());
    }

    @Bean
    AuditWorker auditWorker(Audit audit) {
        return new AuditWorker(audit);
    }
}
