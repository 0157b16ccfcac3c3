package io.landfall.console;

/** Asked for by an id that the ledger does not have. */
final class Unknown extends RuntimeException {
    Unknown(String what, Object id) {
        super("There is no " + what + " " + id + ".");
    }
}
