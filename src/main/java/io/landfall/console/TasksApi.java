package io.landfall.console;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.state.TaskState;

/** {@code /api/tasks}: where every task is and what happened to it. */
@RestController
class TasksApi {
    private final TaskReader tasks;
    private final FailureReader failures;
    private final ModelCallReader calls;
    private final RepairReader repairs;
    private final LiveDocument view;
    private final Masking masking;

    TasksApi(
            TaskReader tasks,
            FailureReader failures,
            ModelCallReader calls,
            RepairReader repairs,
            LiveDocument view,
            Masking masking) {
        this.tasks = tasks;
        this.failures = failures;
        this.calls = calls;
        this.repairs = repairs;
        this.view = view;
        this.masking = masking;
    }

    /** In the order of their ids (by bytes). */
    @GetMapping("/api/tasks")
    Page<TaskRow> list(
            @RequestParam(required = false) @Nullable TaskState state,
            @RequestParam(required = false) @Nullable String taskType,
            @RequestParam(required = false) @Nullable String model,
            @RequestParam(required = false) @Nullable String index,
            @RequestParam(required = false) @Nullable Boolean unlanded,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        return tasks.list(new TaskReader.Wanted(state, taskType, model, index, unlanded), after, limit);
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
