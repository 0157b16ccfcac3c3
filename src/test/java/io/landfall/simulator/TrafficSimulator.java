package io.landfall.simulator;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends {@link Traffic} to a broker as it falls due, on a thread of its own, until closed. A broker that is away is
 * waited for: what was counted as lost on purpose is all that is lost.
 */
public final class TrafficSimulator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TrafficSimulator.class);
    /** Longest nap between two looks at the clock, which may not be the machine's. */
    private static final Duration NAP = Duration.ofMillis(50);
    /** Longer than any outage that a demo or a fault test makes. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final Producer<String, byte[]> producer;
    private final TrafficOptions options;
    private final Traffic traffic;
    private final Clock clock;
    private final Thread thread;
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean closed;

    TrafficSimulator(Producer<String, byte[]> producer, TrafficOptions options, Clock clock) {
        this.producer = producer;
        this.options = options;
        this.clock = clock;
        this.traffic = new Traffic(options, clock.instant());
        this.thread = new Thread(this::run, "traffic");
        thread.setDaemon(true);
    }

    /** Starts sending to the broker; the topics must exist. With {@code traffic=false} nothing is ever sent. */
    public static TrafficSimulator start(String bootstrapServers, TrafficOptions options, Clock clock) {
        TrafficSimulator simulator = new TrafficSimulator(producer(bootstrapServers), options, clock);
        simulator.begin();
        return simulator;
    }

    void begin() {
        if (options.traffic()) {
            thread.start();
            LOG.info("traffic: {} tasks/s, seed {}, run {}", options.rate(), options.seed(), options.run());
        }
    }

    /** New tasks a second, from now on. */
    public void rate(double tasksPerSecond) {
        synchronized (traffic) {
            traffic.changeRate(tasksPerSecond, clock.instant());
            traffic.notifyAll();
        }
    }

    public Counts counts() {
        synchronized (traffic) {
            return new Counts(
                    traffic.tasks(), events.get(), calls.get(), acknowledged.get(), refused.get(), traffic.faults());
        }
    }

    /** Stops at once, waits for what was sent to be acknowledged (10 s at most). Unfinished tasks stay unfinished. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ofSeconds(10));
    }

    private void run() {
        try {
            while (!closed) {
                Sent due = takeDue();
                if (due != null) {
                    send(due);
                }
            }
        } catch (InterruptedException | org.apache.kafka.common.errors.InterruptException e) {
            // closed: the thread ends here
        } catch (RuntimeException e) {
            LOG.error("traffic ends", e);
        }
    }

    /** The next record if its time has come, else null after a nap. */
    private Sent takeDue() throws InterruptedException {
        synchronized (traffic) {
            Duration wait = Duration.between(clock.instant(), traffic.nextDueAt());
            if (wait.isNegative() || wait.isZero()) {
                return traffic.next();
            }
            Duration nap = wait.compareTo(NAP) < 0 ? wait : NAP;
            traffic.wait(Math.max(1, nap.toMillis()));
            return null;
        }
    }

    private void send(Sent sent) {
        var unused = producer.send(new ProducerRecord<>(sent.topic(), sent.key(), sent.value()), (metadata, error) -> {
            (error == null ? acknowledged : refused).incrementAndGet();
            if (error != null && !closed) {
                LOG.warn("a record of {} did not reach {}", sent.key(), sent.topic(), error);
            }
        });
        (sent.topic().equals(options.eventsTopic()) ? events : calls).incrementAndGet();
    }

    static Producer<String, byte[]> producer(String bootstrapServers) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.CLIENT_ID_CONFIG,
                        "landfall-traffic",
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.LINGER_MS_CONFIG,
                        5,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        PATIENCE.toMillis(),
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        (int) PATIENCE.toMillis()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /**
     * What was done so far.
     *
     * @param tasks begun
     * @param events records handed to the producer for the events topic, copies included
     * @param calls records handed to the producer for the call log
     * @param acknowledged records of both that the broker has
     * @param refused records of both that the broker never took
     * @param faults of the tasks begun, those of their later records included
     */
    public record Counts(
            long tasks, long events, long calls, long acknowledged, long refused, Map<Fault, Long> faults) {}
}
