package io.landfall.dingtalk;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.dingtalk.AlertQueue.Batch;

/** Brings what waits into the group: all of it in one message, when it is time for one; what was not taken waits on. */
public final class Relay {
    static final String ALARM = "dingtalk-fails";
    private static final Logger log = LoggerFactory.getLogger(Relay.class);
    private static final int OFTEN = 3;

    private final AlertQueue queue;
    private final Restraint restraint;
    private final Markdown form;
    private final Robot robot;
    private final Alarms alarms;
    /** Before the first success, an earlier process may have left it open. */
    private boolean told = true;

    Relay(AlertQueue queue, Restraint restraint, Markdown form, Robot robot, Alarms alarms) {
        this.queue = queue;
        this.restraint = restraint;
        this.form = form;
        this.robot = robot;
        this.alarms = alarms;
    }

    /** What the next message is to tell; nothing while nothing waits, or it is not time for one. */
    public Batch next() {
        return queue.size() > 0 && restraint.begin() ? queue.take() : Batch.NONE;
    }

    /** Sends it; true: it is in the group. */
    public synchronized boolean send(Batch batch) {
        try {
            robot.send(form.of(batch.notifications(), batch.replaced()));
        } catch (Refused e) {
            queue.back(batch);
            failed(e);
            return false;
        } catch (RuntimeException e) {
            queue.back(batch);
            throw e;
        }
        queue.sent(batch);
        restraint.succeeded();
        if (told) {
            alarms.close(ALARM);
            told = false;
        }
        return true;
    }

    private void failed(Refused refusal) {
        int inARow = restraint.failed(refusal.isTooMany());
        log.debug("alerts wait: {}", refusal.getMessage());
        if (inARow >= OFTEN || refusal.isTooMany()) {
            alarms.raise(ALARM, Severity.P2, "alerts do not reach DingTalk: " + refusal.getMessage());
            told = true;
        }
    }
}
