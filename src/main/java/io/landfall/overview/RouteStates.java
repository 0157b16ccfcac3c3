package io.landfall.overview;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.landfall.ledger.NotAsExpected;

/** Knows the routes of this node, and starts one that is not at work. */
public interface RouteStates {
    List<RouteState> routes();

    /**
     * Starts a route that is not at work; one whose thread has ended is stopped before.
     *
     * @return false: there is no such route
     * @throws NotAsExpected it is at work already, or can't be started: the message says why
     */
    boolean start(String id);

    /**
     * A route.
     *
     * @param group the part of the work that it belongs to; null: none is told
     * @param status such as Started or Stopped; Dead: started, and a thread that receives has ended
     * @param idle whether it should be at work and is not
     * @param since when it was stopped, by this node's clock; null: it was not, or it is {@code Dead}
     */
    record RouteState(String id, @Nullable String group, String status, boolean idle, @Nullable Instant since) {}
}
