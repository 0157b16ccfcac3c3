/** All that happened to a task, in one order, the newest first. */
import { number, t, word } from './i18n.js';

/** [{ key, at, kind, title, status, tone, text, note, content, size }] of the answer of /api/tasks/{id}. */
export function timeline(task) {
  return [
    ...task.events.map(event),
    ...task.events.filter((one) => one.type === 'RETRY' && one.outcome === 'APPLIED').map((one) => dispatch(one, task)),
    ...task.failures.flatMap(failure),
    ...task.calls.map(call),
    ...task.repairs.flatMap(repair),
    ...(task.suspicion && !isTold(task) ? [suspicion(task.suspicion)] : []),
  ]
    .map((one, i) => ({ ...one, order: i }))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.order - a.order);
}

function event(one) {
  return {
    key: `event ${one.topic} ${one.partition} ${one.offset} ${one.eventId}`,
    at: one.loggedAt,
    kind: 'event',
    title: one.type,
    status: one.outcome,
    tone: one.outcome === 'ILLEGAL' ? 'bad' : one.outcome === 'APPLIED' ? 'good' : 'quiet',
    text: one.reason,
    note: [
      one.eventId,
      one.attempt === null ? null : t('timeline.attempt', { n: one.attempt }),
      one.seq === null ? null : `seq ${one.seq}`,
      `${one.topic} ${one.partition}@${one.offset}`,
    ].filter(Boolean).join(' · '),
    content: one.payload,
    size: one.payloadSize,
  };
}

/** An applied RETRY wrote it in the same transaction; what is not in the outbox any more was sent. */
function dispatch(one, task) {
  const mine = (task.unsent ?? []).filter((message) => message.topic === task.dispatchTopic && message.createdAt === one.loggedAt);
  const status = mine.length === 0 ? 'SENT' : mine[0].status;
  return {
    key: `dispatch ${one.topic} ${one.partition} ${one.offset}`,
    at: one.loggedAt,
    kind: 'dispatch',
    title: t('timeline.dispatched'),
    status,
    tone: status === 'BLOCKED' ? 'bad' : 'info',
    text: mine[0]?.reason,
  };
}

function failure(one) {
  const attempts = one.attempts.map((tried) => ({
    key: `failure ${one.id} ${tried.number}`,
    at: tried.at,
    kind: 'failure',
    title: t('timeline.tried', { n: tried.number, id: one.id }),
    tone: 'bad',
    text: tried.reason,
    note: [tried.cause, tried.httpStatus ? `HTTP ${tried.httpStatus}` : null, tried.trigger, tried.node, `${number(tried.durationMs)} ms`]
      .filter(Boolean)
      .join(' · '),
  }));
  if (!one.closedAt) {
    return attempts;
  }
  return [
    ...attempts,
    {
      key: `failure ${one.id} closed`,
      at: one.closedAt,
      kind: 'failure',
      title: t('timeline.closed', { id: one.id }),
      status: one.status,
      tone: one.status === 'ABANDONED' ? 'quiet' : 'good',
      text: one.closedReason,
      note: one.closedBy,
    },
  ];
}

function call(one) {
  return {
    key: `call ${one.callId} ${one.attempt}`,
    at: one.updatedAt,
    kind: 'call',
    title: one.callId,
    status: one.outcome,
    tone: one.outcome === 'ERROR' ? 'bad' : one.outcome === 'OK' ? 'good' : 'info',
    text: one.errorCode || one.errorMessage ? [one.errorCode, one.errorMessage].filter(Boolean).join(': ') : null,
    note: [one.platform, one.model, t('timeline.attempt', { n: one.attempt }), one.final === null ? null : `final: ${one.final}`]
      .filter(Boolean)
      .join(' · '),
    content: one.result,
    size: one.resultSize,
  };
}

/** What a verifier said of whom an event mends so; of a FAILED it may be either. */
const SAID = { COMPLETED: 'DONE', RETRY: 'ABSENT' };

function repair(one) {
  const first = one.suspectedAt && {
    key: `repair ${one.id} suspected`,
    at: one.suspectedAt,
    kind: 'suspicion',
    title: t('timeline.lookedFirst', { verifier: one.verifier }),
    status: SAID[one.kind],
    tone: 'warn',
    note: t('timeline.attempt', { n: one.attempt }),
  };
  const sent = {
    key: `repair ${one.id}`,
    at: one.createdAt,
    kind: 'repair',
    title: t('timeline.repaired', { kind: one.kind, inspection: one.inspection }),
    tone: 'info',
    text: one.reason,
    note: [one.verifier && t('timeline.confirmed', { verifier: one.verifier, n: one.looks }), t('timeline.attempt', { n: one.attempt }), word('state', one.state), one.eventId]
      .filter(Boolean)
      .join(' · '),
  };
  const again = one.replacedAt && { ...sent, key: `repair ${one.id} again`, at: one.replacedAt, title: t('timeline.repairedAgain') };
  const settled = one.settledAt && {
    key: `repair ${one.id} settled`,
    at: one.settledAt,
    kind: 'repair',
    title: t('timeline.repairSettled'),
    status: one.outcome,
    tone: one.outcome === 'APPLIED' ? 'good' : 'quiet',
  };
  return [first, sent, again, settled].filter(Boolean);
}

/** Its repair says the same, and more. */
const isTold = ({ suspicion: last, repairs }) =>
  repairs.some((one) => one.suspectedAt && one.attempt === last.attempt && Date.parse(last.lookedAt) <= Date.parse(one.createdAt));

function suspicion(one) {
  return {
    key: 'suspicion',
    at: one.lookedAt,
    kind: 'suspicion',
    title: t('timeline.looked', { verifier: one.verifier, n: one.looks }),
    status: one.kind,
    tone: 'warn',
    text: one.reason,
    note: t('timeline.attempt', { n: one.attempt }),
  };
}
