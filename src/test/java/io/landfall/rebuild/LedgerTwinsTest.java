package io.landfall.rebuild;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class LedgerTwinsTest {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();

    @Test
    void while_one_asks_a_ledger_that_is_slow_nobody_else_waits() throws Exception {
        LedgerTwins twins = new LedgerTwins(new JdbcTemplate() {
            @Override
            public <T> List<T> query(String sql, RowMapper<T> rows) {
                questions.incrementAndGet();
                asked.countDown();
                await(answer);
                return List.of();
            }
        });
        CompletableFuture<Void> slow = CompletableFuture.runAsync(() -> twins.of("tasks"));
        asked.await();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> twins.of("tasks"));
        assertThat(other).succeedsWithin(Duration.ofSeconds(10));
        answer.countDown();
        slow.get(10, TimeUnit.SECONDS);
        assertThat(questions).hasValue(1);
    }

    @Test
    void a_ledger_that_is_away_is_not_asked_by_every_write() {
        LedgerTwins twins = new LedgerTwins(new JdbcTemplate() {
            @Override
            public <T> List<T> query(String sql, RowMapper<T> rows) {
                questions.incrementAndGet();
                throw new QueryTimeoutException("away by order");
            }
        });
        assertThat(twins.of("tasks")).isNull();
        assertThat(twins.of("tasks")).isNull();
        assertThat(questions).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
