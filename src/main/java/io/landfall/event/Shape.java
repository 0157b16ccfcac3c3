package io.landfall.event;

import java.util.Set;

/**
 * What is looked for in a kind of record.
 *
 * @param known names of the fields that are looked at
 * @param objects those of them that are objects, taken apart into their members
 * @param whole those of them that may be any JSON, taken as they are
 */
record Shape(Set<String> known, Set<String> objects, Set<String> whole) {}
