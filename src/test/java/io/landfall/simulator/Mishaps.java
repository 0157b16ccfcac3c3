package io.landfall.simulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What goes wrong between a producer and the topic. The call log is told truly. */
final class Mishaps {
    private static final String NUMBER_FIELD = "durationSeconds";

    private final FaultShares shares;
    private final SplittableRandom random;
    private final Map<Fault, Integer> faults;

    /** @param faults where each mishap is counted */
    Mishaps(FaultShares shares, SplittableRandom random, Map<Fault, Integer> faults) {
        this.shares = shares;
        this.random = random;
        this.faults = faults;
    }

    /** What is sent, in order of time. */
    List<Sent> befall(List<Step> told) {
        List<Step> steps = new ArrayList<>(told);
        spoilNumber(steps);
        loseOrDelayFinal(steps);
        swap(steps);
        List<Sent> sent = new ArrayList<>();
        for (Step step : steps) {
            sendWithCopies(step, sent);
        }
        sent.sort(Comparator.comparing(Sent::dueAt));
        return sent;
    }

    private void spoilNumber(List<Step> steps) {
        if (random.nextDouble() >= shares.wrongType()) {
            return;
        }
        boolean spoiled = false;
        for (Step step : steps) {
            JsonNode patch = step.json().path("patch");
            if (patch.has(NUMBER_FIELD)) {
                ((ObjectNode) patch).put(NUMBER_FIELD, "abc");
                spoiled = true;
            }
        }
        if (spoiled) {
            count(Fault.WRONG_TYPE);
        }
    }

    private void loseOrDelayFinal(List<Step> steps) {
        double draw = random.nextDouble();
        if (draw < shares.lostFinal()) {
            if (steps.removeIf(Step::isFinal)) {
                count(Fault.LOST_FINAL);
            }
        } else if (draw < shares.lostFinal() + shares.lateFinal()) {
            Duration delay = Storyteller.between(random, Duration.ofSeconds(30), Duration.ofSeconds(90));
            steps.replaceAll(step -> step.isFinal() ? step.at(step.at().plus(delay)) : step);
            if (steps.stream().anyMatch(Step::isFinal)) {
                count(Fault.LATE_FINAL);
            }
        }
    }

    private void swap(List<Step> steps) {
        int previous = -1;
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).isEvent()) {
                continue;
            }
            if (previous >= 0 && random.nextDouble() < shares.reordered()) {
                Step first = steps.get(previous);
                Step second = steps.get(i);
                steps.set(previous, second.at(first.at()));
                steps.set(i, first.at(second.at()));
                count(Fault.REORDERED);
                previous = -1;
            } else {
                previous = i;
            }
        }
    }

    private void sendWithCopies(Step step, List<Sent> sent) {
        if (step.isEvent() && random.nextDouble() < shares.malformed()) {
            byte[] whole = step.bytes();
            byte[] torn = Arrays.copyOf(whole, random.nextInt(1, whole.length));
            sent.add(new Sent(step.topic(), step.taskId(), torn, step.at()));
            count(Fault.MALFORMED);
        }
        sent.add(step.sent());
        if (step.isEvent() && random.nextDouble() < shares.duplicated()) {
            Duration later = Storyteller.between(random, Duration.ZERO, Duration.ofSeconds(5));
            sent.add(step.at(step.at().plus(later)).sent());
            count(Fault.DUPLICATED);
        }
    }

    private void count(Fault fault) {
        faults.merge(fault, 1, Integer::sum);
    }
}
