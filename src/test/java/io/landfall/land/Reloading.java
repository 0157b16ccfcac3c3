package io.landfall.land;

/** The product whose files of routes tests change; one for all of them. */
final class Reloading {
    static final Landings LANDINGS = Landings.reloading();

    private Reloading() {}
}
