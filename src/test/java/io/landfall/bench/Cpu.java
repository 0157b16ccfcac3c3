package io.landfall.bench;

import java.time.Duration;
import java.util.stream.Stream;

/** Processor time that processes have used so far. */
final class Cpu {
    private Cpu() {}

    static Duration of(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** A process and all that descend from it now; what descendants used that have ended is not in it. */
    static Duration ofTree(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .map(Cpu::of)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
