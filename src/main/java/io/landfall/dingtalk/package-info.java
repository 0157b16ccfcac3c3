/**
 * Alerts on their way to a DingTalk group: what Alertmanager hands over is merged, cut and signed as DingTalk's robots want it,
 * and sent as rarely as they allow.
 *
 * <p>Not done here: deciding who is told of what; that is Alertmanager's.
 */
@NullMarked
package io.landfall.dingtalk;

import org.jspecify.annotations.NullMarked;
