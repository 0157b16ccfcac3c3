package io.landfall.view;

import org.jspecify.annotations.Nullable;

/** The view can't take writes now, and waiting for it has come to its end. Nothing is known to have changed. */
public final class ViewAway extends RuntimeException {
    public ViewAway(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
