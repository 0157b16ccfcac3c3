package io.landfall.land;

/** The product that verifiers are tried in, with its platform; one for all of their tests. */
final class Verifying {
    static final FakePlatform PLATFORM = new FakePlatform();
    static final Landings LANDINGS = Landings.verifying(PLATFORM.url());

    private Verifying() {}
}
