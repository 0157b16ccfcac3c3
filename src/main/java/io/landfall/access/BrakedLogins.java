package io.landfall.access;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;

/**
 * Compares passwords, behind the {@link LoginBrake}. The tries of one address come one after the other: else many at once
 * would be under way before the first is known to have failed.
 */
final class BrakedLogins implements AuthenticationProvider {
    static final String ALARM = "logins-fail";

    private static final Logger log = LoggerFactory.getLogger(BrakedLogins.class);

    private final AuthenticationProvider passwords;
    private final LoginBrake brake;
    private final Alarms alarms;
    private final Lock[] turns = Stream.generate(ReentrantLock::new).limit(64).toArray(Lock[]::new);

    BrakedLogins(AuthenticationProvider passwords, LoginBrake brake, Alarms alarms) {
        this.passwords = passwords;
        this.brake = brake;
        this.alarms = alarms;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    @Override
    public Authentication authenticate(Authentication tried) throws AuthenticationException {
        String address =
                tried.getDetails() instanceof WebAuthenticationDetails details ? details.getRemoteAddress() : "";
        Lock turn = turns[Math.floorMod(address.hashCode(), turns.length)];
        turn.lock();
        try {
            return inTurn(tried, address);
        } finally {
            turn.unlock();
        }
    }

    private Authentication inTurn(Authentication tried, String address) {
        Duration wait = brake.wait(tried.getName(), address);
        if (!wait.isZero()) {
            throw new TooManyTries(wait);
        }
        try {
            Authentication known = passwords.authenticate(tried);
            brake.succeeded(tried.getName(), address);
            return known;
        } catch (BadCredentialsException e) {
            if (brake.failed(tried.getName(), address)) {
                // no user's name: what was typed there may have been a password
                log.info("logins from {} fail, and must wait", address);
                alarms.occurred(
                        ALARM,
                        Severity.P2,
                        OneLine.of("logins from " + address
                                + " fail again and again: somebody guesses, or a program has an old password"));
            }
            throw e;
        }
    }
}
