package io.landfall.console;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.ledger.AskedSetting;
import io.landfall.ledger.BadFilter;
import io.landfall.state.TaskState;

/** {@code /api/tasks}: where every task is and what happened to it. */
@RestController
class TasksApi {
    private static final Duration OLDEST = Duration.ofDays(3_650);

    private final TaskReader tasks;
    private final FailureReader failures;
    private final ModelCallReader calls;
    private final RepairReader repairs;
    private final UnsentReader unsent;
    private final LiveDocument view;
    private final Masking masking;

    TasksApi(
            TaskReader tasks,
            FailureReader failures,
            ModelCallReader calls,
            RepairReader repairs,
            UnsentReader unsent,
            LiveDocument view,
            Masking masking) {
        this.tasks = tasks;
        this.failures = failures;
        this.calls = calls;
        this.repairs = repairs;
        this.unsent = unsent;
        this.view = view;
        this.masking = masking;
    }

    /**
     * In the order of their ids (by bytes), unless {@code sort} is {@code oldest}: those that are not final, the longest in
     * their state first.
     *
     * @param olderThan for how long at least they have been in their state, such as 10m or PT10M
     */
    @GetMapping("/api/tasks")
    Page<TaskRow> list(
            @RequestParam(required = false) @Nullable TaskState state,
            @RequestParam(required = false) @Nullable String taskType,
            @RequestParam(required = false) @Nullable String model,
            @RequestParam(required = false) @Nullable String index,
            @RequestParam(required = false) @Nullable Boolean unlanded,
            @RequestParam(required = false) @Nullable String olderThan,
            @RequestParam(defaultValue = "id") String sort,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        TaskReader.Wanted wanted = new TaskReader.Wanted(state, taskType, model, index, unlanded, age(olderThan));
        return isOldestFirst(sort, state) ? tasks.oldest(wanted, after, limit) : tasks.list(wanted, after, limit);
    }

    private static boolean isOldestFirst(String sort, @Nullable TaskState state) {
        if (sort.equals("id")) {
            return false;
        }
        if (!sort.equals("oldest")) {
            throw new BadFilter("sort must be id or oldest.");
        }
        if (state != null && state.isFinal()) {
            throw new BadFilter("sort=oldest is for tasks that are not final, and state=" + state + " is.");
        }
        return true;
    }

    private static @Nullable Duration age(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            Duration age = AskedSetting.duration("olderThan", text, "10m");
            if (age != null && !age.isNegative() && age.compareTo(OLDEST) <= 0) {
                return age;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new BadFilter("olderThan must be a duration such as 10m or PT10M, of 3650 days at most.");
    }

    /** The id is one percent-encoded path segment. */
    @GetMapping("/api/tasks/{id}")
    TaskDetail detail(@PathVariable String id) {
        TaskRow row = tasks.row(id);
        if (row == null) {
            throw new Unknown("task", id);
        }
        LiveDocument.Seen seen = view.at(row.index(), id);
        return new TaskDetail(
                row,
                tasks.fields(id),
                tasks.events(id),
                failures.ofTask(id),
                calls.ofTask(id),
                repairs.ofTask(id),
                repairs.suspicion(id),
                unsent.ofTask(id),
                unsent.dispatchTopic(),
                masking.json(seen.source()),
                seen.version(),
                TaskDetail.differs(row, seen),
                seen.error());
    }

    /** The same for ids that a path can't carry: {@code .} and {@code ..} are taken for folders on the way. */
    @GetMapping("/api/task")
    TaskDetail detailByParameter(@RequestParam String id) {
        return detail(id);
    }
}
