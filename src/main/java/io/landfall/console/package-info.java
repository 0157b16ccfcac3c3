/**
 * What people and their tools see over HTTP, and how they steer: tasks, failures, dead letters, books and alarms.
 *
 * <p>Not done here: what an action does (the brain that it belongs to); who may look and steer (ops).
 */
@NullMarked
package io.landfall.console;

import org.jspecify.annotations.NullMarked;
