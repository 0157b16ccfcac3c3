package io.landfall.view;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;

import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch.core.bulk.BulkOperation;

import io.landfall.alarm.Alarms;
import io.landfall.ledger.Ledger;

/** Opens view jobs: what they all share, such as the size of a bulk that a refusal lowered for all. */
public final class ViewWriter {
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));
    private static final Backoff PROBES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    private final ViewConfiguration configuration;
    private final Indices indices;
    private final Looks looks;
    private final IndexBreakers breakers;
    private final BulkSize size;
    private final DoubleSupplier random;
    private final Twins twins;
    private final OutcomeClassifier classifier = new OutcomeClassifier();
    private final DocumentComposer composer = new DocumentComposer();
    private final DocumentMerger merger = new DocumentMerger(composer);

    public ViewWriter(
            ViewConfiguration configuration,
            ViewSetup setup,
            RestClient client,
            Ledger ledger,
            Alarms alarms,
            IndexBreakers breakers,
            BulkSize size,
            DoubleSupplier random,
            Twins twins) {
        this(
                configuration,
                setup,
                new Looks(new RestDocumentLook(client), ledger, alarms, configuration.trustIds()),
                breakers,
                size,
                random,
                twins);
    }

    ViewWriter(
            ViewConfiguration configuration,
            Indices indices,
            Looks looks,
            IndexBreakers breakers,
            BulkSize size,
            DoubleSupplier random,
            Twins twins) {
        this.configuration = configuration;
        this.indices = indices;
        this.looks = looks;
        this.breakers = breakers;
        this.size = size;
        this.random = random;
        this.twins = twins;
    }

    /** A job for these writes, each of which gets one answer. */
    public ViewJob open(List<ViewWrite> writes) {
        return new ViewJob(this, writes);
    }

    boolean isShared(String index) {
        return configuration.mode(index) == ViewConfiguration.Mode.MERGE;
    }

    /** The index that is being rebuilt from the write's, so that it goes there too; null: none. */
    @Nullable
    String twin(ViewWrite write) {
        String index = write.task().index();
        return write.target() != null || isShared(index) ? null : twins.of(index);
    }

    boolean trustsIds() {
        return configuration.trustIds();
    }

    int triesAtMost() {
        return configuration.tries();
    }

    Looks looks() {
        return looks;
    }

    OutcomeClassifier classifier() {
        return classifier;
    }

    BulkSize size() {
        return size;
    }

    IndexGate gate() {
        return new IndexGate(breakers);
    }

    /** Does nothing once the indices are known. */
    void prepareIndices() throws IOException {
        indices.prepareOnce();
    }

    int bytes(Writing writing) {
        return writing.bytes(composer, merger);
    }

    BulkOperation operation(Writing writing, long nowNanos) {
        boolean aliasRequired =
                !writing.isTargeted() && indices.isAlias(writing.task().index());
        return writing.send(writing.document(composer, merger), aliasRequired, nowNanos);
    }

    /**
     * The alias of a delete that is not there now, or null. Elasticsearch doesn't heed {@code require_alias} for deletes:
     * one with an external version would create an index of that name.
     */
    @Nullable
    String missingAliasOfDeletes(Collection<Writing> writings) throws IOException {
        Set<String> checked = new HashSet<>();
        for (Writing writing : writings) {
            String index = writing.task().index();
            if (writing.task().isDeleted()
                    && !writing.shared
                    && !writing.isTargeted()
                    && indices.isAlias(index)
                    && checked.add(index)
                    && !looks.isAlias(index)) {
                return index;
            }
        }
        return null;
    }

    /** Before these are tried again. */
    Duration retryPause(Collection<Writing> writings) {
        int failures = 1;
        for (Writing writing : writings) {
            failures = Math.max(failures, writing.passingFailures);
        }
        return RETRIES.after(failures, random);
    }

    /** Before the view is probed again. */
    Duration awayPause(int failures) {
        return PROBES.after(failures, random);
    }
}
