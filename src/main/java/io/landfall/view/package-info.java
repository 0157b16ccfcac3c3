/**
 * How a task lands: documents composed, written to Elasticsearch, and every answer judged item by item.
 *
 * <p>Not done here: deciding what a task is (ledger), keeping what did not land (failure).
 */
@NullMarked
package io.landfall.view;

import org.jspecify.annotations.NullMarked;
