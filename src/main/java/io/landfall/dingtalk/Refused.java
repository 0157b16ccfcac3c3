package io.landfall.dingtalk;

/** A message that DingTalk did not take. The text holds no secret. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean tooMany;

    Refused(String why, boolean tooMany) {
        super(why);
        this.tooMany = tooMany;
    }

    /** It was one too many in a minute: for a while none is taken. */
    boolean isTooMany() {
        return tooMany;
    }
}
