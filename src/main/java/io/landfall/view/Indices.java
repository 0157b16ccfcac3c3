package io.landfall.view;

import java.io.IOException;

/** Where documents may go. */
interface Indices {
    /** Does its work until it once succeeded; throws when the view is away. */
    void prepareOnce() throws IOException;

    /** Whether writes to that name must find an alias; false: an index of that very name was there at start. */
    boolean isAlias(String name);
}
