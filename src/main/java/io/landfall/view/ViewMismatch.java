package io.landfall.view;

/** The view is set up in a way that Landfall can't write to. A person must change the index or the configuration. */
public final class ViewMismatch extends RuntimeException {
    public ViewMismatch(String message) {
        super(message);
    }
}
