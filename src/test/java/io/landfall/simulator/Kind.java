package io.landfall.simulator;

/** The kinds of work there are, and which models do it. */
enum Kind {
    CALL_SUMMARY("call-summary", "asr-large-v3", "qwen-plus"),
    MEETING_MINUTES("meeting-minutes", "asr-meeting-v2", "qwen-max"),
    QC_SCORING("qc-scoring", "asr-large-v3", "glm-4-air"),
    VOICE_NOTE("voice-note", "asr-small-v3", "asr-small-v3");

    private final String taskType;
    private final String speechModel;
    private final String model;

    Kind(String taskType, String speechModel, String model) {
        this.taskType = taskType;
        this.speechModel = speechModel;
        this.model = model;
    }

    String taskType() {
        return taskType;
    }

    String speechModel() {
        return speechModel;
    }

    /** The one named on the task. */
    String model() {
        return model;
    }
}
