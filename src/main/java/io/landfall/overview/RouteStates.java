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
     * @param status such as Started or Stopped
     * @param idle whether it should be started and is not
     */
    record RouteState(String id, @Nullable String group, String status, boolean idle) {}
}
