package io.landfall.access;

/**
 * A way to log in beside the form.
 *
 * @param name for people
 * @param href where it begins
 */
record LoginWay(String name, String href) {}
