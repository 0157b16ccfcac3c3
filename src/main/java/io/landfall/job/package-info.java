/**
 * Long work that nodes take over from each other: looked for again and again, paused while its lease is kept, and waiting for
 * servers that are away as long as it takes.
 *
 * <p>Not done here: the work, and the rows that say how far it is: those are each job's own.
 */
@NullMarked
package io.landfall.job;

import org.jspecify.annotations.NullMarked;
