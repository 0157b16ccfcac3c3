package io.landfall.outbox;

/**
 * Whether the broker has a topic. A producer waits for one that is not there with each message anew: a whole chunk may only
 * be sent when this says true.
 */
public interface TopicLook {
    /** False: it is not there, or nobody answers; takes some seconds at most and never throws. */
    boolean isThere(String topic);
}
