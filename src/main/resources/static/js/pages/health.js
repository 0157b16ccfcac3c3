/** Servers, routes, indices, and whether the books balance. */
import { html, useState } from '../lib.js';
import { post, useList, usePoll } from '../api.js';
import { bytes, number, t } from '../i18n.js';
import { useOperator } from '../session.js';
import { Age, Badge, Card, Code, Confirm, Facts, Known, List, PageHead, Since, Status, Table } from '../ui.js';

export function Health() {
  const view = usePoll('/api/view', {}, 5);
  const asked = usePoll('/actuator/health/landing', {}, 5);
  const info = usePoll('/actuator/info', {}, 10);
  const routes = usePoll('/api/routes', {}, 5);
  const books = useList('/api/books', {}, 10);
  // health that is down comes as 503, with the same body
  const health = asked.problem?.body?.status ? { ...asked, data: asked.problem.body, problem: null } : asked;
  return html`<div class="page"><${PageHead} title=${t('nav.health')} lead=${t('health.lead')} />
    <div class="grid">
      <${Card} title=${t('health.components')}><${Known} answer=${health}>${(data) => html`<${Components} health=${data} />`}<//><p><a href="/actuator/hawtio">${t('health.hawtio')}</a></p><//>
      <div>
        <${Card} title=${t('health.atWork')} note=${t('health.ofThisNode')}><${Known} answer=${routes}>${(data) => html`<${AtWork} data=${data} done=${routes.reload} />`}<//><//>
        <${Card} title=${t('health.routes')} note=${t('health.ofThisNode')}><${Known} answer=${info}>${(data) => html`<${Routes} routes=${data.routes ?? {}} />`}<//><//>
        <${Card} title=${t('health.view')} note=${t('health.ofThisNode')}><${Known} answer=${view}>${(data) => html`<${View} view=${data} />`}<//><//>
      </div>
    </div>
    <${Card} title=${t('health.books')} note=${t('health.booksNote')}>
      <${List} list=${books} caption=${t('health.books')} columns=${bookColumns()} rowKey=${(row) => `${row.topic} ${row.partition}`} empty=${t('health.noBooks')} />
    <//>
  </div>`;
}

function Components({ health }) {
  const parts = Object.entries(health.components ?? {});
  return html`<ul class="components">
    ${[[t('health.all'), health], ...parts].map(
      ([name, one]) => html`<li key=${name}>
        <${Status} value=${one.status} /> <strong>${name}</strong>
        ${one.details && html`<details open=${one.status !== 'UP'}><summary>${t('health.details')}</summary><${Code} value=${one.details} label=${name} /></details>`}
      </li>`,
    )}
  </ul>`;
}

/** How many routes work, and each one that should and does not, with the button that starts it. */
function AtWork({ data, done }) {
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const idle = data.items.filter((route) => route.idle);
  const wanted = data.items.filter((route) => route.idle || route.status === 'Started').length;
  const run = async () => {
    await post(`/api/routes/${encodeURIComponent(asked)}/start`);
    done();
    return t('health.started', { id: asked });
  };
  const columns = [
    { key: 'id', label: t('health.route'), render: (row) => html`<code>${row.id}</code>` },
    { key: 'status', label: t('common.status'), render: (row) => html`<${Badge} tone="bad" title=${row.status}>${row.status === 'Dead' ? t('health.dead') : t('health.stopped')}<//>${row.since && html` <${Since} at=${row.since} />`}` },
    operator && { key: 'act', label: t('common.actions'), kind: 'act', render: (row) => html`<button type="button" class="small" aria-label=${t('health.startOne', { id: row.id })} onClick=${() => setAsked(row.id)}>${t('health.start')}</button>` },
  ].filter(Boolean);
  return html`<p>${idle.length === 0
      ? html`<${Badge} tone="good">${t('health.allWork', { n: number(wanted) })}<//>`
      : html`<${Badge} tone="bad">${t('health.someDoNot', { n: number(idle.length), all: number(wanted) })}<//>`}</p>
    ${idle.length > 0 && html`<${Table} caption=${t('health.atWork')} columns=${columns} rows=${idle} rowKey=${(row) => row.id} />`}
    ${asked && html`<${Confirm} title=${t('health.startOne', { id: asked })} action=${t('health.start')} run=${run} close=${() => setAsked(null)}>
      <p>${t('health.startMeans', { node: data.node })}</p><//>`}`;
}

/** Which version of the folder of routes is at work, and what of the folder is not. */
function Routes({ routes }) {
  const refused = Object.entries(routes.refused ?? {});
  return html`<${Facts} facts=${[
    [t('health.version'), routes.version && html`<code>${routes.version}</code>`],
    [t('health.loaded'), html`<${Age} at=${routes.since} />`],
    [t('health.refused'), refused.length === 0 ? html`<${Badge} tone="good">${t('health.noneRefused')}<//>` : html`<${Badge} tone="bad">${number(refused.length)}<//>`],
    ...refused.map(([file, reason]) => [file, html`<span class="wrap">${reason}</span>`]),
  ]} />`;
}

function View({ view }) {
  const columns = [
    { key: 'index', label: t('common.index'), render: (row) => html`<code>${row.index}</code>` },
    {
      key: 'takes', label: t('common.status'),
      render: (row) => (row.blockedSince ? html`<${Badge} tone="bad">${t('health.blocked')}<//> <${Since} at=${row.blockedSince} />` : html`<${Badge} tone="good">${t('health.takes')}<//>`),
    },
    { key: 'reason', label: t('failures.reason'), kind: 'grow', render: (row) => row.reason && html`<span class="wrap">${row.httpStatus ?? ''} ${row.reason}</span>` },
  ];
  return html`<${Facts} facts=${[
      [t('health.answers'), view.awaySince ? html`<${Badge} tone="bad">${t('health.away')}<//> <${Since} at=${view.awaySince} />` : html`<${Badge} tone="good">${t('health.there')}<//>`],
      view.reason && [t('failures.reason'), view.reason],
      [t('health.bulk'), `${number(view.bulkDocuments)} · ${bytes(view.bulkBytes)}`],
    ]} />
    <${Table} caption=${t('health.view')} columns=${columns} rows=${view.indices} rowKey=${(row) => row.index} />`;
}

const COUNTS = ['received', 'applied', 'noEffect', 'alreadyApplied', 'stale', 'illegal', 'malformed'];

function bookColumns() {
  return [
    { key: 'topic', label: t('common.topic'), render: (row) => html`<code>${row.topic}</code> · ${row.partition}` },
    {
      key: 'balance', label: t('health.balance'),
      render: (row) => {
        const sum = COUNTS.slice(1).reduce((all, name) => all + row[name], 0);
        return sum === row.received ? html`<${Badge} tone="good">${t('health.balances')}<//>` : html`<${Badge} tone="bad">${t('health.off', { n: number(row.received - sum) })}<//>`;
      },
    },
    ...COUNTS.map((name) => ({ key: name, label: t('books.' + name), kind: 'num', render: (row) => number(row[name]) })),
    { key: 'offset', label: t('books.offset'), kind: 'num', render: (row) => number(row.highestOffset) },
  ];
}
