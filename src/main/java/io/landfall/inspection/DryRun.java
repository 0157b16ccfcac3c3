package io.landfall.inspection;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** What an inspection would have seen and done, by verifier, counted. */
final class DryRun {
    private final Judge judge;
    private final Map<Line, Integer> lines = new TreeMap<>();
    private final Tally tally = new Tally();

    DryRun(Judge judge) {
        this.judge = judge;
    }

    void judge(Questions.Answered answered) {
        tally.strange += answered.verdicts().strange();
        for (Seen seen : answered.group().seen()) {
            Verdict verdict = answered.verdicts().of(seen.suspect().taskId());
            // judged as of when it was asked: there is no transaction whose time could be taken
            Sentence sentence = judge.judge(seen, verdict, seen.askedAt());
            tally.seen(Kind.of(verdict));
            lines.merge(
                    new Line(answered.group().verifier(), Kind.of(verdict).name(), then(sentence)), 1, Integer::sum);
        }
    }

    private static String then(Sentence sentence) {
        if (sentence instanceof Sentence.Repair repair) {
            return repair.type().name().toLowerCase(Locale.ROOT);
        }
        return ((Sentence.Again) sentence).confirms() ? "confirm" : "wait";
    }

    Tally tally() {
        return tally;
    }

    /** {@code [{verifier, verdict, then, tasks}]}; then: confirm, wait, completed, failed or retry. */
    String json() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        lines.forEach((line, tasks) -> all.addObject()
                .put("verifier", line.verifier)
                .put("verdict", line.verdict)
                .put("then", line.then)
                .put("tasks", tasks));
        return all.toString();
    }

    private record Line(String verifier, String verdict, String then) implements Comparable<Line> {
        @Override
        public int compareTo(Line other) {
            return (verifier + " " + verdict + " " + then)
                    .compareTo(other.verifier + " " + other.verdict + " " + other.then);
        }
    }
}
