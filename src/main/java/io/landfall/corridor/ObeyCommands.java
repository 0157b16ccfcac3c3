package io.landfall.corridor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.BadFilter;
import io.landfall.ledger.LedgerAway;
import io.landfall.ledger.LedgerClock;
import io.landfall.ledger.NotAsExpected;
import io.landfall.ops.Commands;

/**
 * Step obey-commands: a batch of commands is obeyed, one after the other. One that can't be is told and left behind, for it
 * must not hold up those behind it; only a ledger that is away makes them all wait.
 */
@Component
final class ObeyCommands {
    private static final Logger LOG = LoggerFactory.getLogger(ObeyCommands.class);

    private final Commands commands;
    private final CommandsConfiguration configuration;
    private final EventsConfiguration events;
    private final LedgerWait ledger;
    private final LedgerClock clock;
    private final Brake brake;
    private final Alarms alarms;
    private final Counter obeyed;
    private final Counter refused;

    ObeyCommands(
            Commands commands,
            CommandsConfiguration configuration,
            EventsConfiguration events,
            LedgerWait ledger,
            LedgerClock clock,
            Brake brake,
            Alarms alarms,
            MeterRegistry meters) {
        this.commands = commands;
        this.configuration = configuration;
        this.events = events;
        this.ledger = ledger;
        this.clock = clock;
        this.brake = brake;
        this.alarms = alarms;
        this.obeyed = counter(meters, "obeyed");
        this.refused = counter(meters, "refused");
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("landfall.commands")
                .description("commands that came as messages, by what became of them")
                .tag("outcome", outcome)
                .register(meters);
    }

    @Handler
    @SuppressWarnings("unchecked")
    void obey(Exchange exchange) {
        List<Exchange> records = exchange.getMessage().getBody(List.class);
        ReceivedBatch batch = ReceivedBatch.of(records);
        batch.carryOn(exchange);
        Patience patience = Patience.begin(exchange, events.maxPollInterval().dividedBy(2));
        brake.begin(batch.partitions(), patience);
        for (Exchange record : records) {
            obey(record.getMessage(), patience);
        }
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(null);
    }

    private void obey(Message message, Patience patience) {
        String position = message.getHeader(KafkaConstants.PARTITION) + "@" + message.getHeader(KafkaConstants.OFFSET);
        try {
            checkAge(message, ledger.until(patience, clock::now));
            byte[] value = (byte[]) message.getBody();
            LOG.info("command {}: {}", position, ledger.until(patience, () -> commands.obey(value)));
            obeyed.increment();
        } catch (LedgerAway away) {
            throw away;
        } catch (BadFilter | NotAsExpected e) {
            refuse(position, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("command {} failed", position, e);
            refuse(position, "It failed; the log says more.");
        }
    }

    private void checkAge(Message message, Instant now) {
        Long at = message.getHeader(KafkaConstants.TIMESTAMP, Long.class);
        if (at != null && Duration.between(Instant.ofEpochMilli(at), now).compareTo(configuration.maxAge()) > 0) {
            throw new BadFilter("It is older than landfall.commands.max-age.");
        }
    }

    private void refuse(String position, String why) {
        refused.increment();
        LOG.warn("command {} is not obeyed: {}", position, why);
        alarms.occurred("bad-command", Severity.P3, "commands are not obeyed; the last one, " + position + ": " + why);
    }
}
