/**
 * What became of the calls made for tasks: keeps what the topic of model calls tells, and judges by it, or by a call table of
 * your own, whether a task's attempt has ended.
 *
 * <p>Not done here: reading records (event), deciding what follows from a verdict (inspection), asking a platform (platform).
 */
@NullMarked
package io.landfall.calls;

import org.jspecify.annotations.NullMarked;
