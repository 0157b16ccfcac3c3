package io.landfall.stack;

import java.io.IOException;
import java.util.List;

/** How one kind of server is prepared, started, asked whether it is ready, and told to stop. */
interface Recipe {
    /** Its name in messages and file names, in lower case. */
    String name();

    /** Brings home and data to where the command can start; does nothing the second time. */
    void prepare() throws IOException;

    /** The server in the foreground, logging to its standard output. */
    List<String> command();

    /** Whether a client gets an answer now; any exception means not yet. */
    boolean isReady() throws Exception;

    /** The signal that ends it in good order and at once, clients or not. */
    default String stopSignal() {
        return "TERM";
    }
}
