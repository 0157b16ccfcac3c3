/** Whether tasks land, what is stuck, and why: the page that is looked at first. */
import { html, useMemo } from '../lib.js';
import { usePoll } from '../api.js';
import { number, relative, span, seconds, t, word } from '../i18n.js';
import { go, to } from '../router.js';
import { Age, Badge, Card, Due, Empty, Facts, Known, PageHead, Select, Since, Table, TaskLink, useNow } from '../ui.js';
import { Chart } from '../chart.js';
import { Figures, age, atLeast, halted, isOld, perSecond, stuckTasks, sum } from '../figures.js';
import { advice } from '../advice.js';

/** How far back, as the API takes it. */
const RANGES = ['PT15M', 'PT1H', 'PT6H', 'PT24H', 'P7D'];
const USUAL = 'PT1H';
const STATES = ['TO_ANALYZE', 'ANALYZING', 'TO_RETRY'];
const COLOURS = { TO_ANALYZE: '--chart-6', ANALYZING: '--chart-2', TO_RETRY: '--chart-3' };

export function Overview({ query }) {
  const range = RANGES.includes(query.range) ? query.range : USUAL;
  const answer = usePoll('/api/overview', { from: range, taskType: query.taskType, model: query.model }, 5);
  return html`<div class="page">
    <${PageHead} title=${t('nav.overview')} lead=${t('overview.lead')} />
    <${Choice} range=${range} query=${query} groups=${answer.data?.groups ?? []} />
    <${Known} answer=${answer}>${(data) => html`<${Whole} data=${data} query=${query} />`}<//>
  </div>`;
}

function Choice({ range, query, groups }) {
  const names = (key, among) => [...new Set([...among.map((one) => one[key]), query[key] ?? ''])].filter((name) => name && name !== '*').sort();
  const choose = (changed) => go('overview', { ...query, range, ...changed });
  const models = groups.filter((one) => !query.taskType || one.taskType === query.taskType);
  const options = (all) => all.map((name) => [name, name]);
  return html`<form class="filters" role="search" aria-label=${t('overview.choice')} onSubmit=${(e) => e.preventDefault()}>
    <${Select} label=${t('overview.range')} value=${range} options=${RANGES.map((one) => [one, t('overview.range.' + one)])}
      onInput=${(value) => choose({ range: value })} />
    <${Select} label=${t('overview.taskType')} value=${query.taskType} any=${t('overview.all')} options=${options(names('taskType', groups))}
      onInput=${(value) => choose({ taskType: value, model: '' })} />
    <${Select} label=${t('overview.model')} value=${query.model} any=${t('overview.all')} options=${options(names('model', models))}
      onInput=${(value) => choose({ model: value })} />
  </form>`;
}

function Whole({ data, query }) {
  const group = { taskType: query.taskType, model: query.model };
  return html`<${Verdict} data=${data} group=${group} />
    <${Figures} data=${data} group=${group} />
    <${Charts} series=${data.series} />
    <${Silent} rows=${data.silent} />
    <div class="grid">
      <${Failures} failures=${data.failures} capped=${data.capped.includes('failures')} />
      <${Transactions} rows=${data.transactions} />
      <${SteeringCard} name="inspection" status=${data.inspection} counts=${['scanned', 'repaired', 'retried', 'failed', 'unknown']} as=${{ failed: 'toFailed' }} blind=${isBlind(data.inspection)} />
      <${SteeringCard} name="compensation" status=${data.compensation} counts=${['tried', 'resolved', 'failed', 'exhausted']} />
      <${View} view=${data.view} node=${data.node} />
      <${Routes} routes=${data.routes} node=${data.node} />
    </div>`;
}

/** Open failures by status, however the cause. */
function byStatus(failures) {
  const found = {};
  for (const [name, count] of Object.entries(failures)) {
    const status = name.slice(0, name.indexOf(':'));
    found[status] = (found[status] ?? 0) + count;
  }
  return found;
}

/** Whether the last inspection asked, and learnt of no task what became of it. */
const isBlind = ({ last }) => last !== null && last.unknown > 0 && last.unknown === last.scanned;

/** What needs a person, the worst first: [tone, text, place]. Nothing: all is well. */
function troubles(data, group) {
  const found = [];
  const say = (tone, text, place, kind) => found.push({ tone, text, place, advice: kind && advice(kind) });
  for (const one of data.awayComponents) {
    say('bad', t('overview.away', { name: word('component', one.component), span: span(Math.floor(age(one.since, data.now))), why: one.reason }), to('health'), `${one.component.toLowerCase()}-away`);
  }
  for (const one of data.view.indices.filter((index) => index.blockedSince)) {
    say('bad', t('overview.blocked', { index: one.index, span: span(Math.floor(age(one.blockedSince, data.now))), why: one.reason ?? '' }), to('failures', { cause: 'index-blocked' }), 'index-blocked');
  }
  const idle = data.routes.filter((route) => route.idle);
  if (idle.length > 0) {
    const routes = idle.map((route) => (route.since ? `${route.id} (${span(Math.max(0, Math.floor(age(route.since, data.now))))})` : route.id));
    say('bad', t('overview.idle', { routes: routes.join(', ') }), to('health'), 'route-idle');
  }
  if (isOld(data)) {
    say('bad', t('overview.old', { when: relative(data.sampledAt, Date.parse(data.now)) }), to('health'));
  }
  if (data.alarms.P1 > 0) {
    say('bad', t('overview.p1', { n: number(data.alarms.P1) }), to('alarms', { severity: 'P1' }));
  }
  const stuck = sum(data.stuck);
  if (stuck > 0) {
    say('warn', t('overview.stuck', { n: atLeast(data, 'tasks', stuck) }), stuckTasks(group));
  }
  if (isBlind(data.inspection)) {
    say('warn', t('overview.blind', { n: number(data.inspection.last.unknown) }), to('inspection'), 'verifier-unknown');
  }
  const status = byStatus(data.failures);
  const given = (status.EXHAUSTED ?? 0) + (status.PERMANENT ?? 0);
  if (given > 0) {
    say('warn', t('overview.needed', { n: number(given) }), to('failures', { status: (status.EXHAUSTED ?? 0) > 0 ? 'EXHAUSTED' : 'PERMANENT' }));
  }
  const lag = sum(data.lag);
  if (lag > 0 && data.landedNow === 0) {
    say('bad', t('overview.waiting', { n: number(lag) }), to('health'), found.length > 0 ? undefined : 'batch-fails');
  }
  if (data.deadLetters > 0) {
    say('warn', t('overview.letters', { n: number(data.deadLetters) }), to('dead-letters', { status: 'OPEN' }));
  }
  for (const name of ['compensation', 'inspection']) {
    if (data[name].paused) {
      say('warn', t('overview.paused', { name: t('nav.' + name), by: data[name].pausedBy ?? '' }), to(name));
    }
  }
  const timeouts = data.transactions.filter((one) => one.timeouts > 0);
  if (timeouts.length > 0) {
    say('warn', t('overview.timeouts', { names: timeouts.map((one) => one.name).join(', ') }), to('transactions'));
  }
  return found.sort((one, other) => (one.tone === other.tone ? 0 : one.tone === 'bad' ? -1 : 1));
}

/** One sentence, and below it what needs a person. */
function Verdict({ data, group }) {
  const found = troubles(data, group);
  const tone = found[0]?.tone ?? 'good';
  const title = t(tone === 'good' ? 'overview.well' : tone === 'warn' ? 'overview.some' : 'overview.trouble');
  // the list changes with every number in it: what is read aloud is only how it stands
  return html`<p class="unseen" role="status">${title}${found.length > 0 ? ` (${number(found.length)})` : ''}</p><ul class="verdict">
    <li class=${tone}><strong>${title}</strong><span class="note">${!halted(data) && !isOld(data) && landing(data.landed)}</span></li>
    ${found.map((one) => html`<li class=${one.tone} key=${one.text}><a href=${one.place} dir="auto">${one.text}</a>${one.advice && html`<span class="advice">${one.advice}</span>`}</li>`)}
  </ul>`;
}

function landing(landed) {
  return landed.events > 0
    ? t('overview.lands', { rate: perSecond(landed.perSecond), p50: span(landed.p50), p99: span(landed.p99) })
    : t('overview.landsNone');
}

const rate = (value) => number(Math.round(value * 100) / 100);

function Charts({ series }) {
  const times = useMemo(() => series.at.map((at) => Date.parse(at) / 1000), [series]);
  const states = useMemo(() => STATES.map((state) => ({ label: word('state', state), values: series.nonFinal[state] ?? [], colour: COLOURS[state] })), [series]);
  const landed = useMemo(() => [{ label: t('overview.chart.documents'), values: series.landedPerSecond, colour: '--chart-1' }], [series]);
  const time = useMemo(() => [
    { label: 'p50', values: series.landingP50, colour: '--chart-2' },
    { label: 'p99', values: series.landingP99, colour: '--chart-5' },
  ], [series]);
  const stuck = useMemo(() => [{ label: t('overview.chart.tasks'), values: series.stuck, colour: '--chart-3' }], [series]);
  const failures = useMemo(() => [{ label: t('overview.figure.failures'), values: series.openFailures, colour: '--chart-4' }], [series]);
  const waiting = useMemo(() => [
    { label: t('overview.chart.records'), values: series.lag, colour: '--chart-6' },
    { label: t('overview.chart.behind'), values: series.unlanded, colour: '--chart-5' },
  ], [series]);
  if (times.length === 0) {
    return html`<${Card} title=${t('overview.chart.title')}><${Empty}>${t('overview.chart.none')}<//><//>`;
  }
  const draw = (name, lines, unit) => html`<${Card} title=${t('overview.chart.' + name)}>
    <${Chart} label=${t('overview.chart.' + name)} times=${times} series=${lines} unit=${unit} />
  <//>`;
  return html`<div class="grid charts">
    ${draw('landed', landed, rate)} ${draw('time', time, span)} ${draw('waiting', waiting)}
    ${draw('nonFinal', states)} ${draw('stuck', stuck)} ${draw('failures', failures)}
  </div>`;
}

const WHAT = { silent: 'bad', 'not-landed': 'warn', 'repair-sent': 'info', repaired: 'good' };

function Silent({ rows }) {
  const columns = [
    { key: 'what', label: t('overview.silent.what'), render: (row) => html`<${Badge} tone=${WHAT[row.what]} title=${row.what === 'not-landed' ? t('overview.means.failures') : undefined}>${t('overview.silent.' + row.what)}<//>` },
    { key: 'number', label: t('overview.silent.number'), kind: 'num', render: (row) => html`<a href=${whole(row)}>${number(row.number)}</a>` },
    { key: 'taskType', label: t('overview.taskType'), kind: 'name' },
    { key: 'model', label: t('overview.model'), kind: 'name' },
    { key: 'reason', label: t('overview.silent.reason'), kind: 'grow', render: (row) => html`<span title=${row.reason}>${reason(row)}</span>
        ${row.detail && html`<div class="muted clamp" title=${row.detail}>${row.detail}</div>`}` },
    { key: 'oldest', label: t('overview.silent.oldest'), kind: 'time', render: (row) => html`<${Age} at=${row.oldestAt} />` },
    { key: 'task', label: t('overview.silent.task'), render: (row) => html`<${TaskLink} id=${row.taskId} />` },
  ];
  return html`<${Card} title=${t('overview.silent.title')} note=${t('overview.silent.note')}>
    ${rows.length === 0
      ? html`<${Empty}>${t('overview.silent.none')}<//>`
      : html`<${Table} caption=${t('overview.silent.title')} columns=${columns} rows=${rows}
          rowKey=${(row) => [row.what, row.taskType, row.model, row.reason].join('\n')} />`}
  <//>`;
}

function reason(row) {
  const [cause, field] = row.reason.split(/:(.*)/s);
  return row.what === 'not-landed' && field ? t('overview.silent.field', { cause, field }) : word('silence', row.reason);
}

/** Where all of a row are found. */
function whole(row) {
  return row.what === 'not-landed'
    ? to('failures', { cause: row.reason.split(':')[0] })
    : row.what === 'silent'
      ? to('tasks', { taskType: row.taskType, model: row.model, sort: 'oldest' })
      : to('inspection');
}

function Failures({ failures, capped }) {
  const causes = {};
  for (const [name, count] of Object.entries(failures)) {
    const [status, cause] = name.split(/:(.*)/s);
    (causes[cause] ??= {})[status] = count;
  }
  const rows = Object.entries(causes)
    .map(([cause, statuses]) => ({
      cause,
      waiting: (statuses.PENDING ?? 0) + (statuses.CLAIMED ?? 0),
      EXHAUSTED: statuses.EXHAUSTED ?? 0,
      PERMANENT: statuses.PERMANENT ?? 0,
      all: sum(statuses),
    }))
    .sort((one, other) => other.all - one.all);
  const count = (key, status) => ({
    key, kind: 'num', label: key === 'waiting' ? t('overview.failures.waiting') : word('status', key),
    render: (row) => (row[key] > 0 ? html`<a href=${to('failures', { cause: row.cause, status })}>${number(row[key])}</a>` : html`<span class="faint">0</span>`),
  });
  const columns = [
    { key: 'cause', label: t('overview.failures.cause'), render: (row) => html`<a href=${to('failures', { cause: row.cause })}>${row.cause}</a>` },
    count('waiting', 'PENDING'), count('EXHAUSTED', 'EXHAUSTED'), count('PERMANENT', 'PERMANENT'),
  ];
  return html`<${Card} title=${t('overview.failures.title')} note=${capped ? t('overview.capped') : ''}>
    ${rows.length === 0
      ? html`<${Empty}>${t('overview.failures.none')}<//>`
      : html`<${Table} caption=${t('overview.failures.title')} columns=${columns} rows=${rows} rowKey=${(row) => row.cause} />`}
  <//>`;
}

function Transactions({ rows }) {
  const columns = [
    { key: 'name', label: t('overview.transactions.name') },
    { key: 'number', label: t('overview.transactions.number'), kind: 'num', render: (row) => number(row.number) },
    { key: 'mean', label: t('overview.transactions.mean'), kind: 'num', render: (row) => span(seconds(row.mean)) },
    { key: 'timeouts', label: t('overview.transactions.timeouts'), kind: 'num', render: (row) =>
        row.timeouts > 0 ? html`<${Badge} tone="bad">${number(row.timeouts)}<//>` : html`<span class="faint">0</span>` },
  ];
  return html`<${Card} title=${t('overview.transactions.title')} actions=${html`<a href=${to('transactions')}>${t('overview.more')}</a>`}>
    ${rows.length === 0
      ? html`<${Empty} />`
      : html`<${Table} caption=${t('overview.transactions.title')} columns=${columns} rows=${rows.slice(0, 8)} rowKey=${(row) => row.name} />`}
  <//>`;
}

/** Inspection and compensation tell the same things of themselves. */
function SteeringCard({ name, status, counts, as = {}, blind = false }) {
  useNow();
  const last = status.last;
  const state = status.running
    ? html`<${Badge} tone="info">${t('overview.steering.running')}<//>`
    : status.paused
      ? html`<${Badge} tone="warn">${t('overview.steering.paused')}<//>`
      : blind
        ? html`<${Badge} tone="warn">${t('overview.steering.blind')}<//>`
        : html`<${Badge} tone="good">${t('overview.steering.on')}<//>`;
  const did = last && counts.filter((one) => last[one] > 0).map((one) => `${t('overview.steering.' + (as[one] ?? one))} ${number(last[one])}`).join(' · ');
  return html`<${Card} title=${t('nav.' + name)} note=${state} actions=${html`<a href=${to(name)}>${t('overview.more')}</a>`}>
    <${Facts} facts=${[
      [t('overview.steering.last'), last && html`<${Age} at=${last.endedAt} />`],
      status.nextAt && [t('overview.steering.next'), status.paused ? null : html`<${Due} at=${status.nextAt} />`],
      status.lookedAt && [t('overview.steering.looked'), html`<${Age} at=${status.lookedAt} />`],
      status.pausedBy && [t('overview.steering.pausedBy'), status.pausedBy],
      [t('overview.steering.did'), did || (last ? (last.why && last.why !== 'done' ? word('ending', last.why) : t('overview.steering.nothing')) : null)],
    ]} />
  <//>`;
}

function View({ view, node }) {
  return html`<${Card} title=${t('overview.view.title')} note=${node} actions=${html`<a href=${to('health')}>${t('overview.more')}</a>`}>
    <${Facts} facts=${view.indices.map((one) => [
      one.index,
      one.blockedSince
        ? html`<${Badge} tone="bad">${t('overview.view.blocked')}<//> <${Since} at=${one.blockedSince} /> ${one.reason}`
        : html`<${Badge} tone="good">${t('overview.view.taken')}<//>`,
    ])} />
  <//>`;
}

function Routes({ routes, node }) {
  const ordered = [...routes].sort((one, other) => other.idle - one.idle || one.id.localeCompare(other.id));
  return html`<${Card} title=${t('overview.routes.title')} note=${node} actions=${html`<a href=${to('health')}>${t('overview.more')}</a>`}>
    ${routes.length === 0
      ? html`<${Empty} />`
      : html`<ul class="chips">${ordered.map((route) => html`<li key=${route.id}>
          <${Badge} tone=${route.idle ? 'bad' : route.status === 'Started' ? 'good' : 'quiet'} title=${`${route.group ?? ''} ${route.status}`}>${route.id}<//></li>`)}</ul>`}
  <//>`;
}
