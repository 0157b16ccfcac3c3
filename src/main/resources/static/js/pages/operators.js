/** Who changed what. */
import { html } from '../lib.js';
import { useList } from '../api.js';
import { number, t, word } from '../i18n.js';
import { Filters, only } from '../filters.js';
import { Age, Card, List, PageHead, TaskLink } from '../ui.js';

export function Operators({ query }) {
  const filter = only(query, ['operator', 'action']);
  const list = useList('/api/operator-actions', { ...filter, limit: 50 }, 10);
  const fields = [
    { name: 'operator', label: t('operators.who') },
    { name: 'action', label: t('operators.action'), hint: 'failures.retry' },
  ];
  const columns = [
    { key: 'at', label: t('common.when'), kind: 'time', render: (row) => html`<${Age} at=${row.at} />` },
    { key: 'operator', label: t('operators.who') },
    { key: 'action', label: t('operators.action'), render: (row) => html`<span title=${row.action}>${word('action', row.action)}</span>` },
    { key: 'what', label: t('operators.what'), kind: 'grow', render: what },
    { key: 'affected', label: t('operators.affected'), kind: 'num', render: (row) => number(row.affected) },
  ];
  return html`<div class="page"><${PageHead} title=${t('nav.operators')} lead=${t('operators.lead')} />
    <${Filters} page="operators" query=${filter} fields=${fields} />
    <${Card}><${List} list=${list} caption=${t('nav.operators')} columns=${columns} rowKey=${(row) => row.id} empty=${t('operators.none')} /><//>
  </div>`;
}

function what(row) {
  const said = [row.detail, row.filter && JSON.stringify(row.filter)].filter(Boolean).join(' · ');
  return (row.taskId || said) && html`${row.taskId && html`<${TaskLink} id=${row.taskId} /> `}<span class="wrap">${said}</span>`;
}
