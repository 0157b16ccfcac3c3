package io.landfall.view;

/** Moves breakers by hand, for tests of those who look at them. */
public final class Breaking {
    private Breaking() {}

    /** The next probe of that index is taken; it must be due. */
    public static void off(IndexBreakers breakers, String index) {
        if (!breakers.of(index).grantsProbe()) {
            throw new IllegalStateException("no probe of " + index + " is due");
        }
        breakers.taken(index);
    }
}
