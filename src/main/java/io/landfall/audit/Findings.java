package io.landfall.audit;

import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.audit.Examiner.Look;

/** What one audit suspects and what it found, in the ledger, so that another node can go on with it. */
final class Findings {
    /** More are counted, not kept. */
    private static final int KEPT = 10_000;

    private static final String KEEP =
            """
            insert into audit_finding (audit_id, kind, subject, detail)
            select ?, ?, ?, ? where (select found from audit where id = ?) < ?
            on conflict (audit_id, kind, subject) do nothing
            """;

    private static final String KNOWN =
            "select exists (select 1 from audit_finding where audit_id = ? and kind = ? and subject = ?)";

    private static final String COUNT =
            """
            with counted as (update audit set found = found + ?, repaired = repaired + ? where id = ?)
            insert into audit_count as c (audit_id, kind, found, repaired) values (?, ?, ?, ?)
            on conflict (audit_id, kind) do update
            set found = c.found + excluded.found, repaired = c.repaired + excluded.repaired
            """;

    private static final String SUSPECT =
            """
            insert into audit_suspect (audit_id, task_id, seen_version) values (?, ?, ?)
            on conflict (audit_id, task_id) do nothing
            """;

    private static final String DUE =
            """
            select task_id, seen_version, looks from audit_suspect
            where audit_id = ? and looked_at <= clock_timestamp() - ? * interval '1 millisecond'
            order by looked_at, task_id limit ?
            """;

    private final JdbcTemplate jdbc;
    private final long auditId;

    Findings(JdbcTemplate jdbc, long auditId) {
        this.jdbc = jdbc;
        this.auditId = auditId;
    }

    /** A task that looked wrong. */
    record Suspect(String taskId, long seenVersion, int looks) {}

    void suspect(Look look) {
        jdbc.update(SUSPECT, auditId, look.taskId(), look.version());
    }

    /** Suspects that were last looked at so long ago. */
    List<Suspect> due(Duration settle, int limit) {
        return jdbc.query(
                DUE,
                (row, i) -> new Suspect(row.getString("task_id"), row.getLong("seen_version"), row.getInt("looks")),
                auditId,
                settle.toMillis(),
                limit);
    }

    boolean anySuspects() {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "select exists (select 1 from audit_suspect where audit_id = ?)", Boolean.class, auditId));
    }

    /** It was work under way, or is a finding now. */
    void clear(String taskId) {
        jdbc.update("delete from audit_suspect where audit_id = ? and task_id = ?", auditId, taskId);
    }

    /** It changed since the last look, so it must be looked at once more. */
    void lookedAgain(String taskId, long version) {
        jdbc.update(
                "update audit_suspect set seen_version = ?, looks = looks + 1, looked_at = clock_timestamp()"
                        + " where audit_id = ? and task_id = ?",
                version,
                auditId,
                taskId);
    }

    /** Counts it, and keeps it while there is room; one that is kept already is not counted twice. */
    void found(Finding finding) {
        String kind = finding.kind().word();
        if (Boolean.TRUE.equals(jdbc.queryForObject(KNOWN, Boolean.class, auditId, kind, finding.subject()))) {
            return;
        }
        jdbc.update(KEEP, auditId, kind, finding.subject(), finding.detail(), auditId, KEPT);
        jdbc.update(COUNT, 1, 0, auditId, auditId, kind, 1, 0);
    }

    void repaired(Finding finding) {
        String kind = finding.kind().word();
        jdbc.update(
                "update audit_finding set repaired_at = now() where audit_id = ? and kind = ? and subject = ?",
                auditId,
                kind,
                finding.subject());
        jdbc.update(COUNT, 0, 1, auditId, auditId, kind, 0, 1);
    }

    /** The sentence for the person who must act; empty: nothing was found that is not repaired. */
    String unrepaired() {
        List<String> parts = jdbc.query(
                "select kind, found - repaired as n from audit_count where audit_id = ? and found > repaired order by kind",
                (row, i) -> row.getLong("n") + " " + row.getString("kind"),
                auditId);
        return String.join(", ", parts);
    }

    boolean isClean() {
        return Long.valueOf(0).equals(jdbc.queryForObject("select found from audit where id = ?", Long.class, auditId));
    }
}
