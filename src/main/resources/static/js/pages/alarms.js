/** What a person must know. */
import { html } from '../lib.js';
import { useList } from '../api.js';
import { number, t, word } from '../i18n.js';
import { to } from '../router.js';
import { advice, alarmName } from '../advice.js';
import { Filters, only } from '../filters.js';
import { Age, Badge, Card, List, PageHead, Status } from '../ui.js';

/** Where the matter of an alarm is seen and acted on: the beginning of its key, and the page. */
const PLACES = [
  ['index-blocked', () => to('health')], ['view-away', () => to('health')], ['ledger-away', () => to('health')], ['broker-away', () => to('health')],
  ['batch-fails', () => to('health')], ['consumer-dead', () => to('health')], ['routes-refused', () => to('health')], ['attempt-cap', () => to('dead-letters', { reason: 'attempt-cap' })],
  ['exhausted:', (key) => to('failures', { status: 'EXHAUSTED', index: key.split(':')[1], cause: key.split(':').slice(2).join(':') })],
  ['compensation-', () => to('compensation')], ['verifier-unknown', () => to('inspection')], ['task-given-up', () => to('tasks', { state: 'FAILED' })],
  ['repair-not-applied', () => to('outbox', { status: 'BLOCKED' })], ['running-too-long', () => to('inspection')], ['inspection-', () => to('inspection')],
  ['outbox-blocked', () => to('outbox', { status: 'BLOCKED' })], ['outbox-', () => to('outbox', { status: 'PENDING' })],
  ['audit-', () => to('audit')], ['rebuild-', () => to('rebuild')], ['view-ahead', () => to('tasks', { unlanded: 'true' })],
];

export function place(key) {
  const found = PLACES.find(([beginning]) => key.startsWith(beginning));
  return found ? found[1](key) : null;
}

export function Alarms({ query }) {
  const filter = only({ open: 'true', ...query }, ['open', 'severity', 'key']);
  const asked = filter.open === 'all' ? { ...filter, open: undefined } : filter;
  const list = useList('/api/alarms', { ...asked, limit: 50 }, 10);
  const fields = [
    { name: 'open', label: t('alarms.open'), options: [['true', t('alarms.onlyOpen')], ['false', t('alarms.onlyClosed')], ['all', t('alarms.both')]] },
    { name: 'severity', label: t('alarms.severity'), options: ['P1', 'P2', 'P3'].map((one) => [one, word('severity', one)]) },
    { name: 'key', label: t('common.key'), hint: 'view-away' },
  ];
  const columns = [
    { key: 'severity', label: t('alarms.severity'), render: (row) => html`<${Status} value=${row.severity} />` },
    {
      key: 'key', label: t('common.key'),
      render: (row) => {
        const where = place(row.key);
        return where ? html`<a class="id" href=${where}>${row.key}</a>` : html`<code>${row.key}</code>`;
      },
    },
    { key: 'summary', label: t('alarms.summary'), kind: 'grow', render: (row) => html`${alarmName(row.key) && html`<strong class="alarm-name">${alarmName(row.key)}</strong>`}<span class="wrap" lang="en">${row.summary}</span>
        ${advice(row.key) && html`<span class="advice">${advice(row.key)}</span>`}` },
    { key: 'count', label: t('alarms.count'), kind: 'num', render: (row) => number(row.count) },
    { key: 'first', label: t('common.since'), kind: 'time', render: (row) => html`<${Age} at=${row.firstAt} />` },
    { key: 'last', label: t('alarms.last'), kind: 'time', render: (row) => html`<${Age} at=${row.lastAt} />` },
    { key: 'closed', label: t('common.status'), kind: 'time', render: (row) => (row.closedAt ? html`${t('alarms.closed')} <${Age} at=${row.closedAt} />` : html`<${Badge} tone="bad">${t('alarms.isOpen')}<//>`) },
  ];
  return html`<div class="page"><${PageHead} title=${t('nav.alarms')} lead=${t('alarms.lead')} />
    <${Filters} page="alarms" query=${filter} fields=${fields} />
    <${Card}><${List} list=${list} caption=${t('nav.alarms')} columns=${columns} rowKey=${(row) => row.id} empty=${filter.open === 'true' ? t('alarms.noneOpen') : t('common.nothing')} /><//>
  </div>`;
}
