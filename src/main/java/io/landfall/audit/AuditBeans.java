package io.landfall.audit;

import org.elasticsearch.client.RestClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.Alarms;
import io.landfall.job.JobThread;
import io.landfall.ledger.LedgerConfiguration;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.MinAges;
import io.landfall.view.ViewConfiguration;

/** Puts the audit together. */
@Configuration(proxyBeanMethods = false)
class AuditBeans {
    @Bean
    Reach auditReach(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            MinAges minAges,
            RestClient viewClient,
            ViewConfiguration view,
            PartitionEnds ends,
            ViewWrites writes) {
        return new Reach(jdbc, transactions, minAges, viewClient, view, ends, writes);
    }

    @Bean(destroyMethod = "")
    Audit audit(Reach auditReach, AuditConfiguration configuration, Alarms alarms, LedgerConfiguration ledger) {
        return new Audit(auditReach, configuration, alarms, ledger.node());
    }

    @Bean
    AuditSchedule auditSchedule(Audit audit) {
        return new AuditSchedule(audit);
    }

    @Bean
    JobThread auditThread(Audit audit) {
        return new JobThread("audit", audit);
    }
}
