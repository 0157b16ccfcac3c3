package io.landfall.corridor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

import io.landfall.alarm.OneLine;

/**
 * Keeps a consumer alive whose login the broker does not take, or that does not trust the broker's certificate: both may
 * pass, and Camel would end its thread for good while the route says that it is started. So it would, without a word, for an
 * error of this JVM, such as a codec that can't load its native part: that becomes an exception, after which Camel reads again.
 */
final class PollPatience {
    private static final Logger LOG = LoggerFactory.getLogger(PollPatience.class);

    /** A login that is wrong stays so for a while, and brokers slow down who tries too often. */
    private static final Duration PAUSE = Duration.ofSeconds(3);

    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Long toldNanos;

    /**
     * What the poll gets; nothing, after a pause, while no login is possible. Other exceptions pass through.
     *
     * @throws KafkaException also, after a pause, for records that this JVM can't read, and while the other members of the
     *     group have no assignor in common with this one
     */
    ConsumerRecords<Object, Object> poll(Supplier<ConsumerRecords<Object, Object>> poll) {
        try {
            return poll.get();
        } catch (AuthenticationException e) {
            tell(NestedExceptionUtils.getMostSpecificCause(e));
            pause();
            return ConsumerRecords.empty();
        } catch (InconsistentGroupProtocolException e) {
            pause();
            throw new KafkaException("other nodes share partitions in another way, see landfall.kafka.assignors", e);
        } catch (LinkageError e) {
            pause();
            throw new KafkaException("records can't be read here: " + OneLine.of(e), e);
        }
    }

    /** The consumer is being stopped: no pause any more. */
    void end() {
        ended.countDown();
    }

    private void pause() {
        try {
            var unused = ended.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Throwable why) {
        long now = System.nanoTime();
        if (toldNanos == null || now - toldNanos > BETWEEN_LINES.toNanos()) {
            toldNanos = now;
            LOG.warn(
                    "The broker can't be logged in to, which is tried again until it can: {}: {}",
                    why.getClass().getSimpleName(),
                    OneLine.of(why));
        }
    }
}
