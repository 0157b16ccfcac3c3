package io.landfall.view;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch.core.bulk.BulkOperation;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;

import io.landfall.failure.IndexBlock;
import io.landfall.view.Writing.Question;

/**
 * The writing of one list of documents, bulk by bulk, until every one has its answer. One thread at a time works on it,
 * in this order: {@link #makeReady}, then while {@link #hasNext}: {@link #next}, {@link #answered} or {@link
 * #unanswered}, {@link #makeReady}.
 */
public final class ViewJob {
    private final ViewWriter writer;
    private final Answers answers;
    private final WriteQueue queue = new WriteQueue();
    private final IndexGate gate;
    private InFlight inFlight = InFlight.NONE;
    private Duration pause = Duration.ZERO;
    private @Nullable String absence;
    /** The index that takes no writes and is waited for. */
    private @Nullable String awaitedIndex;

    private int failedRounds;

    ViewJob(ViewWriter writer, List<ViewWrite> writes) {
        this.writer = writer;
        this.answers = new Answers(writes.size());
        this.gate = writer.gate();
        for (int i = 0; i < writes.size(); i++) {
            Writing writing = new Writing(
                    i, writes.get(i), writer.isShared(writes.get(i).task().index()));
            writing.question = firstQuestion(writing);
            queue.add(writing);
        }
        for (int i = 0; i < writes.size(); i++) {
            String twin = writer.twin(writes.get(i));
            if (twin != null) {
                queue.add(Writing.twin(i, writes.get(i), twin));
            }
        }
    }

    private Question firstQuestion(Writing writing) {
        if (writing.shared) {
            return Question.MERGE;
        }
        boolean ours = writing.isTargeted() || writer.trustsIds();
        return writing.task().landedVersion() == 0 && !ours ? Question.FOREIGN : Question.NONE;
    }

    /** How long to wait before {@link #makeReady}; zero: not at all. */
    public Duration pause() {
        return pause;
    }

    /** Why the view is being waited for, in one line; null: it is there. */
    public @Nullable String absence() {
        return absence;
    }

    /** Whether the index that is waited for, if it is one, still takes no writes. */
    public BooleanSupplier absenceLasts() {
        String index = awaitedIndex;
        return index == null ? () -> false : () -> gate.mustWait(index) != null;
    }

    /** Whether something is left to be sent. */
    public boolean hasNext() {
        return !queue.isEmpty();
    }

    /**
     * Makes the next bulk possible: reads old rows again and looks at documents where it must. Throws what the ledger
     * throws.
     *
     * @return false: the view could not be asked, or takes nothing of what is left; wait for {@link #pause} and call again
     */
    public boolean makeReady() {
        pause = Duration.ZERO;
        queue.resume();
        try {
            writer.prepareIndices();
            settle(gate.sort(queue));
            settle(writer.looks().rereadOld(queue.now(), System.nanoTime()));
            settle(writer.looks().answer(queue.now()));
            String missing = writer.missingAliasOfDeletes(queue.now());
            while (missing != null) {
                gate.blocked(missing, "the alias " + missing + " is missing", 404);
                settle(gate.sort(queue));
                missing = writer.missingAliasOfDeletes(queue.now());
            }
        } catch (IOException e) {
            away(OutcomeClassifier.line(e));
            return false;
        }
        return isReady();
    }

    private boolean isReady() {
        if (!queue.now().isEmpty() || queue.isEmpty()) {
            return true;
        }
        if (queue.later().isEmpty()) {
            String index = queue.held().get(0).index();
            awaited(index);
            pause = gate.pause(index);
        } else {
            pause = writer.retryPause(queue.later());
        }
        return false;
    }

    /** Blocked indices that were met since the last call: they must be on record before the answers are used. */
    public List<IndexBlock> takeBlocks() {
        return gate.takeMet();
    }

    private void settle(Map<Writing, WriteOutcome> outcomes) {
        if (!outcomes.isEmpty()) {
            outcomes.forEach(answers::settle);
            queue.removeAll(outcomes.keySet());
        }
    }

    /** The next bulk's operations, never none. */
    public List<BulkOperation> next() {
        List<Writing> writings =
                queue.take(writer.size().documents(), writer.size().bytes(), writer::bytes);
        long sentNanos = System.nanoTime();
        long bytes = 0;
        List<BulkOperation> operations = new ArrayList<>(writings.size());
        for (Writing writing : writings) {
            bytes += writer.bytes(writing);
            operations.add(writer.operation(writing, sentNanos));
        }
        inFlight = new InFlight(writings, bytes, sentNanos);
        return operations;
    }

    /** The view's answer to the bulk, one item an operation, in their order; anything else counts as no answer. */
    public void answered(List<BulkResponseItem> items) {
        String mismatch = inFlight.mismatch(items);
        if (mismatch != null) {
            again(mismatch);
            return;
        }
        absence = null;
        awaitedIndex = null;
        failedRounds = 0;
        boolean took = true;
        boolean throttled = false;
        String blockedIndex = null;
        for (int i = 0; i < items.size(); i++) {
            Writing writing = inFlight.get(i);
            Verdict verdict = writer.classifier().item(items.get(i));
            if (writing.twin) {
                // one try: the rebuild compares what changed, and writes what is not there
                throttled |= isThrottled(verdict);
                continue;
            }
            judge(writing, verdict);
            if (verdict instanceof Verdict.IndexBlocked) {
                blockedIndex = writing.index();
                took = false;
            } else if (verdict instanceof Verdict.Passing) {
                took = false;
                throttled |= isThrottled(verdict);
            } else {
                gate.taken(writing.index());
            }
        }
        if (throttled) {
            writer.size().throttled();
        } else if (took) {
            writer.size().took(inFlight.size());
        }
        inFlight = InFlight.NONE;
        if (queue.now().isEmpty() && blockedIndex != null) {
            awaited(blockedIndex);
        } else if (queue.now().isEmpty() && !queue.later().isEmpty()) {
            pause = writer.retryPause(queue.later());
        }
    }

    private static boolean isThrottled(Verdict verdict) {
        return verdict instanceof Verdict.Passing passing && passing.failure().httpStatus() == 429;
    }

    private void judge(Writing writing, Verdict verdict) {
        if (verdict instanceof Verdict.Accepted) {
            answers.settle(writing, writing.landed());
        } else if (verdict instanceof Verdict.Conflict conflict) {
            writing.conflicts++;
            writing.conflictVersion = conflict.currentVersion();
            writing.question = Question.CONFLICT;
            queue.add(writing);
        } else if (verdict instanceof Verdict.Refused refused) {
            leaveOutOrSettle(writing, refused);
        } else if (verdict instanceof Verdict.Passing passing) {
            retryOrSettle(writing, passing.failure());
        } else if (verdict instanceof Verdict.IndexBlocked blocked) {
            gate.blocked(writing.index(), blocked.reason(), blocked.httpStatus());
            queue.hold(writing);
        } else {
            throw new IllegalStateException("no class of an item: " + verdict);
        }
    }

    private void leaveOutOrSettle(Writing writing, Verdict.Refused refused) {
        String field = refused.path() == null
                ? null
                : RefusedField.topLevel(refused.path(), writing.task().fields().keySet());
        boolean isAboutTheDocument = !refused.failure().cause().equals(OutcomeClassifier.INDEX_MISSING);
        if ((field != null && writing.leaveOut(field, refused.failure()))
                || (isAboutTheDocument && writing.leaveOutAll(refused.failure()))) {
            if (writing.shared) {
                writing.question = Question.MERGE;
            }
            queue.add(writing);
        } else {
            answers.settle(writing, writing.refusedWhole(refused.failure()));
        }
    }

    private void retryOrSettle(Writing writing, WriteOutcome.Failed failure) {
        if (++writing.passingFailures < writer.triesAtMost()) {
            queue.addLater(writing);
        } else {
            answers.settle(writing, failure);
        }
    }

    /** The bulk had no answer for its items. Throws the exception again when it is not the view's. */
    public void unanswered(Throwable thrown) {
        Verdict verdict = writer.classifier().request(thrown);
        if (verdict instanceof Verdict.Unavailable unavailable) {
            if (unavailable.throttled()) {
                writer.size().throttled();
            }
            again(unavailable.reason());
        } else if (verdict instanceof Verdict.TooLarge tooLarge) {
            tooLarge(tooLarge.failure());
        } else if (verdict instanceof Verdict.RequestRefused refused) {
            refused(refused.failure());
        } else {
            throw new IllegalStateException("no class of a request: " + verdict);
        }
    }

    private void tooLarge(WriteOutcome.Failed failure) {
        if (inFlight.size() > 1) {
            writer.size().tooLarge(inFlight.bytes());
            queue.halve(inFlight.writings());
        } else {
            answers.settle(inFlight.get(0), failure);
        }
        inFlight = InFlight.NONE;
    }

    /** A view that refuses a bulk that asks for nothing is ill; else one of the documents is guilty. */
    private void refused(WriteOutcome.Failed failure) {
        try {
            if (!writer.looks().takesBulks(inFlight.get(0).index())) {
                again(failure.reason());
                return;
            }
        } catch (IOException e) {
            again(OutcomeClassifier.line(e));
            return;
        }
        if (inFlight.size() > 1) {
            queue.halve(inFlight.writings());
        } else if (failure.httpStatus() >= 500 && !inFlight.get(0).twin) {
            retryOrSettle(inFlight.get(0), failure);
            pause = writer.retryPause(inFlight.writings());
        } else {
            answers.settle(inFlight.get(0), failure);
        }
        inFlight = InFlight.NONE;
    }

    private void again(String reason) {
        queue.again(inFlight.writings());
        inFlight = InFlight.NONE;
        away(reason);
    }

    private void awaited(String index) {
        absence = gate.mustWait(index);
        awaitedIndex = absence == null ? null : index;
    }

    private void away(String reason) {
        absence = reason;
        awaitedIndex = null;
        pause = writer.awayPause(++failedRounds);
    }

    /** Since the last bulk was handed out. */
    public Duration sinceSent() {
        return inFlight.sinceSent();
    }

    /** One answer a write, in the order of the writes. Throws when one is missing. */
    public List<Written> written() {
        return answers.all();
    }
}
