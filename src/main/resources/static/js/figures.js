/** The numbers at the top of the overview. One that says less than it seems to, for something is away, says so. */
import { html } from './lib.js';
import { absolute, clock, number, span, t } from './i18n.js';
import { to } from './router.js';

/** Samples come every ten seconds; numbers that are older than this, in seconds, are told as old. */
const FRESH = 60;

export const sum = (values) => Object.values(values).reduce((all, one) => all + one, 0);
export const age = (at, now) => (Date.parse(now) - Date.parse(at)) / 1000;
export const perSecond = (value) => (value >= 10 ? number(Math.round(value)) : number(Math.round(value * 10) / 10));

/** Whether nobody has counted for too long. */
export const isOld = (data) => data.sampledAt !== null && age(data.sampledAt, data.now) > FRESH;

/** Numbers of kinds that were not counted to their end say so. */
export const atLeast = (data, kind, value) => (data.capped.includes(kind) ? `≥ ${number(value)}` : number(value));

/** After how long a task is counted as stuck: `overview.Levels` says the same. */
const STUCK_AFTER = '10m';
export const stuckTasks = (group) => to('tasks', { ...group, olderThan: STUCK_AFTER, sort: 'oldest' });

const first = (times) => times.filter(Boolean).sort()[0] ?? null;

/** Since when a server or an index has been away that landings need, though nothing lands; null: something does, or none is. */
export function halted(data) {
  const times = [...data.awayComponents.map((one) => one.since), data.view.awaySince, ...data.view.indices.map((one) => one.blockedSince)];
  return data.landedNow > 0 ? null : first(times);
}

/** What stands below the number of documents that land now. */
function waits(data, since) {
  const lag = sum(data.lag);
  if (lag > 0 && data.landedNow === 0) {
    return since ? [t('overview.waitSince', { n: number(lag), at: clock(since) }), since] : [t('overview.wait', { n: number(lag) })];
  }
  if (since) {
    return [t('overview.haltedSince', { at: clock(since) }), since];
  }
  return isOld(data) ? [t('overview.uncounted', { at: clock(data.sampledAt) }), data.sampledAt] : null;
}

/** [name, value, place, tone, [note, its time]]. */
function figures(data, group) {
  const since = halted(data);
  const broker = data.awayComponents.find((one) => one.component === 'BROKER')?.since;
  const { landed, repairs } = data;
  const open = sum(data.failures);
  const lag = sum(data.lag);
  const stuck = sum(data.stuck);
  const asOf = (at) => [t('overview.asOf', { at: clock(at) }), at];
  const old = isOld(data) ? asOf(data.sampledAt) : null;
  /** Of the whole range, and so of better times. */
  const time = (name) => {
    const note = landed[name] === null ? null : since ? [t('overview.before', { at: clock(since) }), since] : old;
    return [name, span(landed[name]), null, note ? 'old' : '', note];
  };
  /** Nobody has counted yet: not none. */
  const counted = (value) => (data.sampledAt === null ? '–' : value);
  const stands = (name, value, place, tone, note = old) => [name, counted(value), place, tone, note];
  return [
    ['landedNow', data.landedNow === null ? '–' : perSecond(data.landedNow), to('tasks', group), since || (data.landedNow === 0 && lag > 0) ? 'bad' : '', waits(data, since)],
    time('p50'),
    time('p99'),
    stands('nonFinal', atLeast(data, 'tasks', sum(data.nonFinal)), to('tasks', { ...group, sort: 'oldest' }), old ? 'old' : '',
      old ?? (since && lag > 0 ? [t('overview.unread', { n: number(lag) })] : null)),
    stands('stuckNow', atLeast(data, 'tasks', stuck), stuckTasks(group), stuck > 0 ? 'warn' : old ? 'old' : ''),
    stands('unlanded', atLeast(data, 'unlanded', data.unlanded), to('tasks', { ...group, unlanded: true }), since && data.unlanded > 0 ? 'warn' : old ? 'old' : ''),
    stands('failures', atLeast(data, 'failures', open), to('failures'), open > 0 ? 'warn' : old ? 'old' : ''),
    ['repairs', repairs.successRate === null ? '–' : `${(repairs.successRate * 100).toFixed(1)} %`, to('inspection'),
      repairs.successRate !== null && repairs.successRate < 0.95 ? 'bad' : ''],
    ['lag', Object.keys(data.lag).length === 0 ? '–' : number(lag), to('health'), broker || old ? 'old' : '', broker ? asOf(broker) : old],
    ['alarms', number(sum(data.alarms)), to('alarms'), data.alarms.P1 > 0 ? 'bad' : data.alarms.P2 > 0 ? 'warn' : ''],
  ];
}

/** Whose names are easily taken for each other's. */
const EXPLAINED = ['lag', 'unlanded', 'failures'];

export function Figures({ data, group }) {
  return html`<div class="figures ten">
    ${figures(data, group).map(([name, value, place, tone, note]) => html`<div class=${`figure ${tone ?? ''}`} key=${name} title=${EXPLAINED.includes(name) ? t('overview.means.' + name) : undefined}>
      <strong>${place ? html`<a href=${place}>${value}</a>` : value}</strong><span>${t('overview.figure.' + name)}</span>
      ${note && html`<em title=${note[1] && absolute(note[1])}>${note[0]}</em>`}
    </div>`)}
  </div>`;
}
