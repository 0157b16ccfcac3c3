package io.landfall.access;

/** Which certificate a server shows to those who trust one authority, and call it 127.0.0.1. */
enum Face {
    RIGHT,
    /** Of another authority. */
    STRANGER,
    /** Of the right authority, for another host. */
    ELSEWHERE,
    /** The right one, to nobody but who shows one of the same authority in turn. */
    DEMANDING
}
