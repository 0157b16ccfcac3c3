package io.landfall.view;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch._types.VersionType;
import co.elastic.clients.elasticsearch.core.bulk.BulkOperation;
import co.elastic.clients.util.BinaryData;
import co.elastic.clients.util.ContentType;

import io.landfall.state.Task;
import io.landfall.view.DocumentLook.Seen;
import io.landfall.view.WriteOutcome.Failed;

/** One write under way: the newest row of its task, what is known of its document, and how often it was tried. */
final class Writing {
    /** About what the action line and the answer's share of a request cost. */
    private static final int ACTION_BYTES = 160;

    /** Each costs a bulk; a document with more bad fields is bad as a whole. */
    private static final int MOST_LEFT_OUT_SINGLY = 8;

    /** What must be looked up before it may be sent. */
    enum Question {
        NONE,
        /** Whether somebody else's document is under this id. */
        FOREIGN,
        /** What the shared document holds, to be merged with. */
        MERGE,
        /** Who wrote the version that is in the way. */
        CONFLICT
    }

    final int position;
    final boolean shared;
    /** Beside the write that counts: into an index that is being rebuilt. What becomes of it is the rebuild's business. */
    final boolean twin;

    private final @Nullable String target;
    private Task task;
    private long readAtNanos;
    Question question = Question.NONE;
    long conflictVersion = -1;
    int conflicts;
    int passingFailures;
    int tries;
    private long firstSentNanos;
    private @Nullable Seen base;
    private final Set<String> without = new LinkedHashSet<>();
    private @Nullable Failed refusal;
    private byte @Nullable [] document;

    Writing(int position, ViewWrite write, boolean shared) {
        this(position, write, shared, false);
    }

    private Writing(int position, ViewWrite write, boolean shared, boolean twin) {
        this.position = position;
        this.task = write.task();
        this.readAtNanos = write.readAtNanos();
        this.target = write.target();
        this.shared = shared;
        this.twin = twin;
    }

    /** The same task into an index that is being rebuilt. */
    static Writing twin(int position, ViewWrite write, String target) {
        return new Writing(position, new ViewWrite(write.task(), write.readAtNanos(), target), false, true);
    }

    /** Where it goes. */
    String index() {
        return target == null ? task.index() : target;
    }

    /** Whether it goes into an index that has no alias yet, and that is Landfall's alone. */
    boolean isTargeted() {
        return target != null;
    }

    Task task() {
        return task;
    }

    boolean isOld(long nowNanos) {
        return nowNanos - readAtNanos > ViewWrite.FRESH.toNanos();
    }

    /** The row was read again. */
    void reread(Task newest, long nowNanos) {
        if (newest.version() != task.version()) {
            without.clear();
            refusal = null;
            document = null;
        }
        task = newest;
        readAtNanos = nowNanos;
    }

    /** The shared document to merge with; a deleted task whose document holds nothing of ours has nothing to do. */
    void mergeWith(Seen seen) {
        base = seen;
        document = null;
    }

    /**
     * From now on without the field that the mapping refused, too; after many without any, for what must be seen is the
     * end of the task. False: nothing more can be left out.
     */
    boolean leaveOut(String field, Failed why) {
        if (task.isDeleted() || !without.add(field)) {
            return false;
        }
        if (without.size() > MOST_LEFT_OUT_SINGLY) {
            without.addAll(livingFields());
        }
        String reason = refusal == null ? why.reason() : Reasons.join(refusal.reason(), why.reason());
        refusedOf(why.permanent(), why.cause(), reason, why.httpStatus());
        return true;
    }

    /** From now on with nothing but our own object: the refusal does not say which field is to blame. False: it was so. */
    boolean leaveOutAll(Failed why) {
        if (task.isDeleted() || !without.addAll(livingFields())) {
            return false;
        }
        Failed first = refusal == null ? why : refusal;
        refusedOf(why.permanent(), why.cause(), both(first, why), why.httpStatus());
        return true;
    }

    private void refusedOf(boolean permanent, String cause, String reason, int httpStatus) {
        String fields = without.stream()
                .limit(MOST_LEFT_OUT_SINGLY + 1L)
                .map(name -> Reasons.cut(name, DocumentComposer.LONGEST_NAME))
                .collect(Collectors.joining(", "));
        refusal = new Failed(permanent, cause, reason, fields, httpStatus);
        document = null;
    }

    private List<String> livingFields() {
        return task.fields().entrySet().stream()
                .filter(field -> field.getValue().value() != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Not even without what could be left out: the first reason is the one that people must see. */
    Failed refusedWhole(Failed last) {
        Failed first = refusal;
        return first == null
                ? last
                : new Failed(last.permanent(), first.cause(), both(first, last), last.field(), last.httpStatus());
    }

    private static String both(Failed first, Failed second) {
        return first.reason().contains(second.reason())
                ? first.reason()
                : Reasons.join(first.reason(), second.reason());
    }

    WriteOutcome.Landed landed() {
        return new WriteOutcome.Landed(List.copyOf(without), refusal);
    }

    /** The document's bytes; empty: it is to be deleted. */
    byte[] document(DocumentComposer composer, DocumentMerger merger) {
        byte[] made = document;
        if (made == null) {
            made = make(composer, merger);
            document = made;
        }
        return made;
    }

    private byte[] make(DocumentComposer composer, DocumentMerger merger) {
        if (shared && base != null && base.found() && base.source() != null) {
            return merger.merge(base.source(), task, without);
        }
        return task.isDeleted() ? new byte[0] : composer.compose(task, without);
    }

    int bytes(DocumentComposer composer, DocumentMerger merger) {
        return document(composer, merger).length + ACTION_BYTES;
    }

    /** The operation to send, and a try more on the books. */
    BulkOperation send(byte[] bytes, boolean aliasRequired, long nowNanos) {
        if (tries++ == 0) {
            firstSentNanos = nowNanos;
        }
        if (bytes.length == 0) {
            return BulkOperation.of(o -> o.delete(d -> {
                d.index(index()).id(task.id());
                return shared && base != null
                        ? d.ifSeqNo(base.seqNo()).ifPrimaryTerm(base.primaryTerm())
                        : d.version(task.version()).versionType(VersionType.ExternalGte);
            }));
        }
        BinaryData data = BinaryData.of(bytes, ContentType.APPLICATION_JSON);
        if (shared && (base == null || !base.found())) {
            return BulkOperation.of(o -> o.<BinaryData>create(c ->
                    c.index(index()).id(task.id()).requireAlias(aliasRequired).document(data)));
        }
        return BulkOperation.of(o -> o.<BinaryData>index(i -> {
            i.index(index()).id(task.id()).requireAlias(aliasRequired).document(data);
            return shared && base != null
                    ? i.ifSeqNo(base.seqNo()).ifPrimaryTerm(base.primaryTerm())
                    : i.version(task.version()).versionType(VersionType.ExternalGte);
        }));
    }

    Written settled(WriteOutcome outcome, long nowNanos) {
        Duration took = tries == 0 ? Duration.ZERO : Duration.ofNanos(nowNanos - firstSentNanos);
        return new Written(new ViewWrite(task, readAtNanos, target), outcome, tries, took);
    }
}
