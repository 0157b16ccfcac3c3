/**
 * What a person must know: alarms by key and severity, and which component is away since when.
 *
 * <p>Not done here: deciding that something is wrong; whoever notices calls here.
 */
@NullMarked
package io.landfall.alarm;

import org.jspecify.annotations.NullMarked;
