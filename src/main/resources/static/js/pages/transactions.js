/** How transactions of the ledger went, and which were rolled back at their timeout. */
import { html } from '../lib.js';
import { useList } from '../api.js';
import { number, seconds, span, t } from '../i18n.js';
import { to } from '../router.js';
import { Filters, only } from '../filters.js';
import { Age, Badge, Card, List, PageHead } from '../ui.js';

export function Transactions({ query }) {
  const filter = only(query, ['name']);
  const names = useList('/api/transactions', {}, 10);
  const timeouts = useList('/api/transactions/timeouts', { ...filter, limit: 50 }, 10);
  const columns = [
    { key: 'name', label: t('transactions.name'), kind: 'grow', render: (row) => html`<a href=${to('transactions', { name: row.name })}><code>${row.name}</code></a>` },
    { key: 'timeout', label: t('transactions.timeout'), kind: 'num', render: (row) => span(seconds(row.timeout)) },
    { key: 'count', label: t('transactions.count'), kind: 'num', render: (row) => number(row.count) },
    { key: 'mean', label: t('transactions.mean'), kind: 'num', render: (row) => span(seconds(row.mean)) },
    { key: 'longest', label: t('transactions.longest'), kind: 'num', render: (row) => html`<${Longest} row=${row} />` },
    { key: 'timeouts', label: t('transactions.timeouts'), kind: 'num', render: (row) => (row.timeouts > 0 ? html`<${Badge} tone="bad">${number(row.timeouts)}<//>` : '0') },
  ];
  const rolledBack = [
    { key: 'at', label: t('common.when'), kind: 'time', render: (row) => html`<${Age} at=${row.at} />` },
    { key: 'name', label: t('transactions.name'), render: (row) => html`<code>${row.name}</code>` },
    { key: 'node', label: t('common.node') },
    { key: 'timeout', label: t('transactions.timeout'), kind: 'num', render: (row) => span(seconds(row.timeout)) },
    { key: 'took', label: t('common.took'), kind: 'num', render: (row) => span(seconds(row.took)) },
    { key: 'reason', label: t('transactions.reason'), kind: 'grow', render: (row) => html`<span class="wrap">${row.reason}</span>` },
  ];
  return html`<div class="page"><${PageHead} title=${t('nav.transactions')} lead=${t('transactions.lead')} />
    <${Card} title=${t('transactions.byName')} note=${t('transactions.ofThisNode')}>
      <${List} list=${names} caption=${t('transactions.byName')} columns=${columns} rowKey=${(row) => row.name} />
    <//>
    <${Filters} page="transactions" query=${filter} fields=${[{ name: 'name', label: t('transactions.name') }]} />
    <${Card} title=${t('transactions.rolledBack')} note=${t('transactions.ofAllNodes')}>
      <${List} list=${timeouts} caption=${t('transactions.rolledBack')} columns=${rolledBack} rowKey=${(row) => row.id} empty=${t('transactions.noTimeouts')} />
    <//>
  </div>`;
}

/** Warns where the longest came near the timeout. */
function Longest({ row }) {
  const near = seconds(row.longest) > seconds(row.timeout) / 2;
  return near ? html`<${Badge} tone="warn">${span(seconds(row.longest))}<//>` : span(seconds(row.longest));
}
