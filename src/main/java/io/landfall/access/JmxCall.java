package io.landfall.access;

/**
 * Somebody calls an operation over {@code /actuator/jolokia} that changes something and keeps no record of its own: it is let through,
 * and may fail yet.
 *
 * @param caller the user's name
 * @param operation with its parameters' types, such as {@code stop()}
 * @param name of the MBean, without its domain, such as the route's id
 */
public record JmxCall(String caller, String operation, String name) {}
