package io.landfall.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.elasticsearch.client.RestClient;

import io.landfall.state.Task;
import io.landfall.view.DocumentLook.Seen;

/** Holds documents as they are now against their tasks. Only reads. */
public final class DocumentCheck {
    private final DocumentLook look;
    private final ViewConfiguration configuration;
    private final DocumentDifference difference = new DocumentDifference(new DocumentComposer());

    /** Looks through that client, which stays the caller's. */
    public DocumentCheck(RestClient client, ViewConfiguration configuration) {
        this.look = new RestDocumentLook(client);
        this.configuration = configuration;
    }

    /** How a document stands to its task. */
    public enum Standing {
        /** As the task makes it; of a deleted task: not there, or nothing of ours in it. */
        SAME,
        ABSENT,
        OLDER,
        NEWER,
        /** Of the task's version, with another content. */
        DIFFERENT,
        /** Without {@code landfall.version}: somebody else's. */
        FOREIGN,
        /** There, though its task was deleted. */
        LEFT
    }

    /**
     * What was seen.
     *
     * @param version the document's {@code landfall.version}, -1: none
     * @param incomplete whether it says that fields of it were left out
     * @param what for DIFFERENT: one line that names fields, without values; else empty
     */
    public record Sight(Standing standing, long version, boolean incomplete, String what) {}

    /**
     * One sight a task.
     *
     * @throws IOException the view can't be asked now
     */
    public Map<String, Sight> look(List<Task> tasks) throws IOException {
        Map<String, List<Task>> byIndex = new LinkedHashMap<>();
        tasks.forEach(task -> byIndex.computeIfAbsent(task.index(), index -> new ArrayList<>())
                .add(task));
        Map<String, Sight> sights = new LinkedHashMap<>();
        for (Map.Entry<String, List<Task>> entry : byIndex.entrySet()) {
            List<Task> asked = entry.getValue();
            List<Seen> seen =
                    look.sources(entry.getKey(), asked.stream().map(Task::id).toList());
            for (int i = 0; i < asked.size(); i++) {
                sights.put(asked.get(i).id(), judge(asked.get(i), seen.get(i)));
            }
        }
        return sights;
    }

    /** Those of these ids under which a document of ours is. Throws {@link IOException} when the view can't be asked now. */
    public List<String> own(String index, List<String> ids) throws IOException {
        List<String> own = new ArrayList<>();
        List<Seen> seen = ids.isEmpty() ? List.of() : look.versions(index, ids);
        for (int i = 0; i < ids.size(); i++) {
            if (seen.get(i).ownVersion() != null) {
                own.add(ids.get(i));
            }
        }
        return own;
    }

    /**
     * The {@code landfall.version} of each, in their order; -1: no document of ours is there, nor the index.
     *
     * @throws IOException the view can't be asked now
     */
    public long[] versions(String index, List<String> ids) throws IOException {
        List<Seen> seen = ids.isEmpty() ? List.of() : look.versions(index, ids);
        return seen.stream()
                .mapToLong(one -> one.ownVersion() == null ? -1 : one.ownVersion())
                .toArray();
    }

    private Sight judge(Task task, Seen seen) {
        Long own = seen.ownVersion();
        if (task.isDeleted()) {
            boolean left = seen.found() && own != null;
            return new Sight(left ? Standing.LEFT : Standing.SAME, own == null ? -1 : own, false, "");
        }
        if (!seen.found() || own == null) {
            return new Sight(seen.found() ? Standing.FOREIGN : Standing.ABSENT, -1, false, "");
        }
        boolean shared = configuration.mode(task.index()) == ViewConfiguration.Mode.MERGE;
        byte[] source = seen.source();
        DocumentDifference.Found found =
                source == null ? new DocumentDifference.Found("no source", false) : difference.of(source, task, shared);
        if (own != task.version()) {
            return new Sight(own < task.version() ? Standing.OLDER : Standing.NEWER, own, found.incomplete(), "");
        }
        Standing standing = found.what().isEmpty() ? Standing.SAME : Standing.DIFFERENT;
        return new Sight(standing, own, found.incomplete(), found.what());
    }
}
