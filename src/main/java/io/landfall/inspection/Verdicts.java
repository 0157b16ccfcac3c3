package io.landfall.inspection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a verifier said of the tasks it was asked about, one verdict each.
 *
 * @param strange answers about tasks that nobody had asked for; they are ignored
 */
record Verdicts(Map<String, Verdict> byTask, int strange) {
    /** It could not tell of any. */
    static Verdicts unknown(List<Suspect> asked, String reason) {
        Map<String, Verdict> verdicts = new HashMap<>();
        asked.forEach(suspect -> verdicts.put(suspect.taskId(), new Verdict.Unknown(reason)));
        return new Verdicts(verdicts, 0);
    }

    Verdict of(String taskId) {
        Verdict verdict = byTask.get(taskId);
        return verdict == null ? new Verdict.Unknown("its verifier did not answer for it") : verdict;
    }
}
