package io.landfall.ledger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;

/** Lets go of what the ledger need not keep, again and again. */
@Configuration(proxyBeanMethods = false)
class RetentionBeans {
    @Bean
    OldDays oldDays(JdbcTemplate jdbc, LedgerTransactions transactions, LedgerConfiguration ledger) {
        return new OldDays(jdbc, transactions, ledger.retention());
    }

    @Bean
    DeletedTasks deletedTasks(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            LedgerConfiguration ledger,
            RetentionConfiguration configuration) {
        return new DeletedTasks(jdbc, transactions, configuration.eraseAfter(), ledger.retention());
    }

    @Bean
    LettingGo lettingGo(OldDays days, DeletedTasks tasks) {
        return new LettingGo(days, tasks);
    }

    /** A minute after the start, and then: payloads every minute, days and rows every hour. */
    record LettingGo(OldDays days, DeletedTasks tasks) {
        private static final Logger LOG = LoggerFactory.getLogger(LettingGo.class);

        @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
        void erase() {
            orLater(tasks::erase);
        }

        @Scheduled(fixedDelayString = "PT1H", initialDelayString = "PT1M")
        void drop() {
            orLater(days::drop);
            orLater(tasks::eraseLateLetters);
            orLater(tasks::forget);
        }

        private static void orLater(Runnable work) {
            try {
                work.run();
            } catch (LedgerAway | DataAccessException e) {
                LOG.warn("what is old is let go of later: {}", e.getMessage());
            }
        }
    }
}
