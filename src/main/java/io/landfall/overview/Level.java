package io.landfall.overview;

/**
 * How much there is of something now.
 *
 * @param kind one of the constants
 * @param name within its kind
 */
public record Level(String kind, String name, String taskType, String model, long number) {
    /** Living tasks that should become final, by state. */
    static final String TASKS = "tasks";

    /** Those of them that have been in their state for over {@link Levels#STUCK_AFTER}, by state. */
    static final String STUCK = "stuck";

    /** Tasks whose newest version is not in the view. */
    static final String UNLANDED = "unlanded";

    /** Open failures, by {@code status:cause}. */
    static final String FAILURES = "failures";

    /** Dead letters that wait for a person. */
    static final String LETTERS = "letters";

    /** Records that wait in a topic, by topic. */
    static final String LAG = "lag";

    /** Before a kind that is kept by group: the sum over all groups, of {@link Group#ALL}. */
    static final String OF_ALL = "all-";

    /** Records of a topic that its consumer group has not yet taken. */
    public static Level lag(String topic, long records) {
        return new Level(LAG, topic, "", "", records);
    }

    /** Whether it is of tasks of one type and model. */
    boolean isOfGroup() {
        return kind.equals(TASKS) || kind.equals(STUCK) || kind.equals(UNLANDED);
    }

    static Level of(String kind, String name, Group group, long number) {
        return new Level(kind, name, group.taskType(), group.model(), number);
    }
}
