package io.landfall.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * In which order the events of all tasks were produced: those of one task are spread over 2,000 tasks. A function of
 * its arguments.
 */
final class BacklogOrder {
    /** Tasks that begin between two events of one. */
    private static final int GAP = 400;

    private final long[] places;
    private int count;

    BacklogOrder(int tasks, Variant variant) {
        places = new long[tasks * BacklogTask.EVENTS * 2];
        SplittableRandom random = new SplittableRandom(tasks);
        int[] slots = new int[BacklogTask.EVENTS];
        for (int task = 0; task < tasks; task++) {
            for (int event = 0; event < slots.length; event++) {
                slots[event] = task + event * GAP + random.nextInt(GAP);
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
                    put(slots[event] + 1 + random.nextInt(2 * GAP), task, event);
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
            consumer.accept((int) (places[i] >>> 3) & 0xFF_FFFF, (int) (places[i] & 7));
        }
    }

    private void put(int slot, int task, int event) {
        places[count++] = ((long) slot << 27) | ((long) task << 3) | event;
    }

    interface EventConsumer {
        void accept(int task, int event);
    }
}
