package io.landfall.access;

/** A server that speaks TLS and wants a login. What is changed holds for new connections, and the old ones are cut. */
interface Guarded {
    void show(Face face) throws Exception;

    /** Whether the login that Landfall has is taken; it is at first. */
    void takeLogin(boolean right) throws Exception;
}
