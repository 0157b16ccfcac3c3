package io.landfall.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.elasticsearch.client.RestClient;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.view.DocumentCheck;
import io.landfall.view.OwnDocuments;

/** Finds documents that look like ours and that no task knows. */
final class Orphans {
    private static final int PAGE = 500;
    private static final int MOST = 10_000;
    private static final String KNOWN = "select task_id from task where index_name = ? and task_id = any (?)";

    private final JdbcTemplate jdbc;
    private final RestClient view;
    private final DocumentCheck documents;

    Orphans(JdbcTemplate jdbc, RestClient view, DocumentCheck documents) {
        this.jdbc = jdbc;
        this.view = view;
        this.documents = documents;
    }

    /** Ids of documents without a task, at most {@value #MOST}; {@code everyPage} is called in between. */
    List<String> suspects(String index, Pace everyPage) throws IOException {
        List<String> suspects = new ArrayList<>();
        try (OwnDocuments walk = OwnDocuments.of(view, index, PAGE)) {
            List<String> ids = walk.next();
            while (!ids.isEmpty() && suspects.size() < MOST) {
                suspects.addAll(unknown(index, ids));
                everyPage.after(ids.size());
                ids = walk.next();
            }
        }
        return suspects.subList(0, Math.min(MOST, suspects.size()));
    }

    /** Those that are still there, and still without a task. */
    List<String> confirm(String index, List<String> suspects) throws IOException {
        List<String> confirmed = new ArrayList<>();
        for (int from = 0; from < suspects.size(); from += PAGE) {
            List<String> ids = suspects.subList(from, Math.min(suspects.size(), from + PAGE));
            List<String> there = documents.own(index, ids);
            // rows are read after documents: a document never comes before its row
            confirmed.addAll(unknown(index, there));
        }
        return confirmed;
    }

    private List<String> unknown(String index, List<String> ids) {
        Set<String> known = new HashSet<>(jdbc.queryForList(KNOWN, String.class, index, ids.toArray(String[]::new)));
        return ids.stream().filter(id -> !known.contains(id)).toList();
    }

    /** Called between two pages; throws when the audit must end. */
    interface Pace {
        void after(int documents);
    }
}
