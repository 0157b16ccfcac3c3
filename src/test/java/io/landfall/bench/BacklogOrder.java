package io.landfall.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * In which order the events of all tasks were produced: those of one task are spread over 2,000 tasks, unless all tasks are
 * told of at once. A function of its arguments.
 */
final class BacklogOrder {
    /** A record is its slot, its task and its event, in so many bits. */
    private static final int EVENT_BITS = 13;

    private static final int TASK_BITS = 24;

    private final long[] places;
    private int count;

    BacklogOrder(int tasks, Variant variant) {
        Shape shape = variant.shape();
        int gap = shape.gap();
        places = new long[tasks * shape.events() * 2];
        SplittableRandom random = new SplittableRandom(tasks);
        int[] slots = new int[shape.events()];
        for (int task = 0; task < tasks; task++) {
            for (int event = 0; event < slots.length; event++) {
                slots[event] = (gap == 1 ? 0 : task) + event * gap + random.nextInt(gap);
            }
            for (int event = 0; event + 1 < slots.length; event++) {
                if (random.nextDouble() < variant.swapped()) {
                    int slot = slots[event];
                    slots[event] = slots[event + 1];
                    slots[event + 1] = slot;
                    event++;
                }
            }
            for (int event = 0; event < slots.length; event++) {
                put(slots[event], task, event);
                if (random.nextDouble() < variant.duplicated()) {
                    put(slots[event] + 1 + random.nextInt(2 * gap), task, event);
                }
            }
        }
        Arrays.sort(places, 0, count);
    }

    /** Records in all, copies included. */
    int count() {
        return count;
    }

    /** Gives each record's task number and event index. */
    void forEach(EventConsumer consumer) {
        for (int i = 0; i < count; i++) {
            consumer.accept(
                    (int) (places[i] >>> EVENT_BITS) & ((1 << TASK_BITS) - 1),
                    (int) places[i] & ((1 << EVENT_BITS) - 1));
        }
    }

    private void put(int slot, int task, int event) {
        places[count++] = ((long) slot << (TASK_BITS + EVENT_BITS)) | ((long) task << EVENT_BITS) | event;
    }

    interface EventConsumer {
        void accept(int task, int event);
    }
}
