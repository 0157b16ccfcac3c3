/**
 * A new index made from the ledger while traffic goes on: page by page, compared with what changed meanwhile, and put in the
 * old one's place in one step.
 *
 * <p>Not done here: how a document is made and written (view), nor whether the two agree for good (audit).
 */
@NullMarked
package io.landfall.rebuild;

import org.jspecify.annotations.NullMarked;
