/**
 * Whether what must always hold does: event log, task rows, documents, failures and books held against each other, task by
 * task, and put right when that is wanted.
 *
 * <p>Not done here: deciding what a task is (ledger's fold) or what its document looks like (view).
 */
@NullMarked
package io.landfall.audit;

import org.jspecify.annotations.NullMarked;
