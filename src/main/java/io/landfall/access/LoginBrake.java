package io.landfall.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Slows down whoever guesses passwords: after a few failures of one user from one address, or of any users from one address,
 * the next try must wait, each time twice as long. Keyed by address, so that nobody is locked out from everywhere. What is
 * kept is bounded; what was kept longest without a failure is forgotten first.
 */
final class LoginBrake {
    /** Of one user from one address: people mistype. */
    static final int FREE_OF_A_USER = 5;

    /** Of one address: an office may be behind one. */
    static final int FREE_OF_AN_ADDRESS = 30;

    static final Duration FIRST_WAIT = Duration.ofSeconds(2);
    static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /** So long without a failure, and the past is forgotten. */
    static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    static final int KEPT = 10_000;

    private final Clock clock;
    private final Map<String, Failures> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > KEPT;
        }
    };

    LoginBrake(Clock clock) {
        this.clock = clock;
    }

    /** How long a try of that user from that address must wait; zero: it need not. */
    synchronized Duration wait(String user, String address) {
        Instant now = clock.instant();
        Duration own = waits(kept.get(key(user, address)), now);
        Duration all = waits(kept.get(key(null, address)), now);
        return own.compareTo(all) > 0 ? own : all;
    }

    private static Duration waits(@Nullable Failures failures, Instant now) {
        return failures == null || !failures.until.isAfter(now) ? Duration.ZERO : Duration.between(now, failures.until);
    }

    /** Counts a failure; true: from now on there is a wait. */
    synchronized boolean failed(String user, String address) {
        boolean own = count(key(user, address), FREE_OF_A_USER);
        boolean all = count(key(null, address), FREE_OF_AN_ADDRESS);
        return own || all;
    }

    private boolean count(String key, int free) {
        Instant now = clock.instant();
        Failures known = kept.get(key);
        int number = known == null || known.at.plus(FORGOTTEN_AFTER).isBefore(now) ? 1 : known.number + 1;
        Duration wait = Duration.ZERO;
        if (number >= free) {
            wait = FIRST_WAIT.multipliedBy(1L << Math.min(number - free, 20));
            wait = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
        }
        kept.put(key, new Failures(number, now, now.plus(wait)));
        return !wait.isZero();
    }

    /** Whoever knows the password is no guesser; the address is not forgiven, a guesser may have a login too. */
    synchronized void succeeded(String user, String address) {
        kept.remove(key(user, address));
    }

    synchronized int size() {
        return kept.size();
    }

    private static String key(@Nullable String user, String address) {
        String place = place(address);
        return user == null ? place : place + " " + shortened(user.toLowerCase(Locale.ROOT));
    }

    private static String shortened(String user) {
        return user.length() <= 100 ? user : user.substring(0, 100);
    }

    /** Whoever has one IPv6 address has a whole /64 of them. */
    private static String place(String address) {
        if (!address.contains(":")) {
            return address;
        }
        try {
            byte[] bytes = InetAddress.getByName(address).getAddress();
            return bytes.length == 16 ? HexFormat.of().formatHex(Arrays.copyOf(bytes, 8)) : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }

    /** @param until when the next try may come */
    private record Failures(int number, Instant at, Instant until) {}
}
