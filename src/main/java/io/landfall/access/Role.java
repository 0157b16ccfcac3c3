package io.landfall.access;

/** What somebody may do; each may also do what those before it may. */
enum Role {
    /** Reads, masked. */
    VIEWER,
    /** Steers. */
    OPERATOR,
    /** All, and what could break the process. */
    ADMIN;

    /** As Spring Security writes it. */
    String authority() {
        return "ROLE_" + name();
    }
}
