package io.landfall.inspection;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** The verifiers that are loaded: routes named {@code verify-<name>}. */
public interface Verifiers {
    /**
     * The verifier that is asked about tasks of a platform: its own if one is loaded, else {@code call-log}.
     *
     * @param platform as events name it; null: they named none
     */
    String of(@Nullable String platform);

    /**
     * Asks; takes as long as it takes, and ends soon when its thread is interrupted, if it can.
     *
     * @param verifier as {@link #of} answered
     * @param suspects at most 200, of one verifier; not to be changed
     * @return as {@link VerdictForm} reads it
     * @throws Exception it can't tell
     */
    @Nullable
    Object ask(String verifier, List<Suspect> suspects) throws Exception;
}
