package io.landfall.overview;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Knows the routes of this node. */
public interface RouteStates {
    List<RouteState> routes();

    /**
     * A route.
     *
     * @param group the part of the work that it belongs to; null: none is told
     * @param status such as Started or Stopped; Dead: started, and a thread that receives has ended
     * @param idle whether it should be at work and is not
     */
    record RouteState(String id, @Nullable String group, String status, boolean idle) {}
}
