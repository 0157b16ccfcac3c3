package io.landfall.audit;

import java.util.Locale;

/** What an audit may find. */
public enum FindingKind {
    /** The row says something else than its event log. */
    ROW_DIFFERS,
    /** The log has applied events of a task that has no row. */
    ROW_MISSING,
    /** The row's marks and content don't go together. */
    ROW_UNREADABLE,
    /** The newest version has not landed, nobody is at it, and no failure says why. */
    UNLANDED,
    DOCUMENT_MISSING,
    DOCUMENT_OLDER,
    /** Newer than the ledger. */
    DOCUMENT_NEWER,
    /** Of the right version, with another content. */
    DOCUMENT_DIFFERS,
    /** Somebody else's document is where ours had landed. */
    DOCUMENT_FOREIGN,
    /** There, though its task was deleted. */
    DOCUMENT_LEFT,
    /** Ours by its look, and no task knows it. */
    DOCUMENT_ORPHAN,
    /** It lacks fields, and no failure says why. */
    DOCUMENT_INCOMPLETE,
    /** Open, though the version that it is about has landed whole. */
    FAILURE_OUTLIVED,
    /** Open, and there is no such task. */
    FAILURE_WITHOUT_TASK,
    BOOKS;

    /** As the API, the tables and the metrics say it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isOfRow() {
        return this == ROW_DIFFERS || this == ROW_MISSING || this == ROW_UNREADABLE;
    }
}
