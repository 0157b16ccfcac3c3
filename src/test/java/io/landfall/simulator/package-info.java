/**
 * Who calls: made-up AI tasks with their faults, as producers and platforms would tell them.
 *
 * <p>Not done here: reading anything back, or judging what Landfall makes of it.
 */
package io.landfall.simulator;
