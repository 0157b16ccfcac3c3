package io.landfall.overview;

import org.jspecify.annotations.Nullable;

/**
 * Tasks of one type and model.
 *
 * @param taskType empty: not told
 * @param model empty: not told
 */
record Group(String taskType, String model) {
    /** All that is not of any type. */
    static final Group ALL = new Group("", "");

    /** Those beyond the largest, together. */
    static final Group OTHERS = new Group("*", "*");

    /** Groups that are kept apart in one sample. */
    static final int MOST = 30;

    static Group of(@Nullable String taskType, @Nullable String model) {
        return new Group(taskType == null ? "" : taskType, model == null ? "" : model);
    }
}
