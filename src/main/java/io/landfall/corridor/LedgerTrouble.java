package io.landfall.corridor;

import java.util.function.Supplier;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

import io.landfall.alarm.Availability;

/** What a schedule does without the ledger: nothing. Its rows wait there, and a stack trace a second would tell nobody more. */
final class LedgerTrouble {
    private final Availability availability;
    private final String what;

    /** @param what can't be done without it, for people */
    LedgerTrouble(Availability availability, String what) {
        this.availability = availability;
        this.what = what;
    }

    /** What the ledger answers; {@code otherwise} when it can't do that now. */
    <T> T orElse(T otherwise, Supplier<T> question) {
        try {
            T answer = question.get();
            availability.back(io.landfall.alarm.Component.LEDGER);
            return answer;
        } catch (DataAccessResourceFailureException | TransactionException e) {
            availability.away(io.landfall.alarm.Component.LEDGER, what);
            return otherwise;
        } catch (TransientDataAccessException | RecoverableDataAccessException e) {
            // slow, or a lost race
            return otherwise;
        }
    }
}
