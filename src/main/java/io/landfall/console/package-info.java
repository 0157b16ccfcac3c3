/**
 * What people and their tools see over HTTP: tasks, failures, dead letters, books and alarms, read from the ledger.
 *
 * <p>Not done here: changing anything; who may look (ops).
 */
@NullMarked
package io.landfall.console;

import org.jspecify.annotations.NullMarked;
