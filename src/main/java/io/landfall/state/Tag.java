package io.landfall.state;

/** The value of an {@link Attribute} and who wrote it. */
public record Tag(String value, Mark mark) {}
