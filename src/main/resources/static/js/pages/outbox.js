/** Messages on their way to Kafka. */
import { html, useState } from '../lib.js';
import { post, useList } from '../api.js';
import { bytes, t, word } from '../i18n.js';
import { to } from '../router.js';
import { useOperator } from '../session.js';
import { Filters, only } from '../filters.js';
import { Many } from '../many.js';
import { Age, Card, Confirm, List, PageHead, Status } from '../ui.js';

const STATUSES = ['BLOCKED', 'PENDING', 'SENT'];

export function Outbox({ query }) {
  const filter = only(query, ['status', 'topic']);
  const list = useList('/api/outbox', { ...filter, limit: 50 });
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const names = { status: t('common.status'), topic: t('common.topic') };
  const fields = [
    { name: 'status', label: names.status, options: STATUSES.map((one) => [one, word('status', one)]) },
    { name: 'topic', label: names.topic },
  ];
  const release = (row) => html`<button type="button" class="small" aria-label=${t('outbox.releaseOne', { id: row.id })} onClick=${() => setAsked(row)}>${t('outbox.release')}</button>`;
  const columns = [
    { key: 'id', label: '#' },
    { key: 'status', label: names.status, render: (row) => html`<${Status} value=${row.status} />` },
    { key: 'topic', label: names.topic, render: (row) => html`<code>${dotted(row.topic)}</code>` },
    { key: 'key', label: t('common.key'), render: (row) => row.key && html`<span class="id" dir="auto">${row.key}</span>` },
    { key: 'reason', label: t('outbox.reason'), kind: 'grow', render: (row) => row.reason && html`<span class="wrap">${row.reason}</span>` },
    {
      key: 'of', label: t('outbox.of'),
      render: (row) => {
        const letter = row.deadLetter ?? row.replayOf;
        return letter === null ? row.writtenBy : html`<a href=${to(['dead-letters', letter])}>${t('letters.one', { id: letter })}</a>`;
      },
    },
    { key: 'bytes', label: t('common.size'), kind: 'num', render: (row) => bytes(row.bytes) },
    {
      key: 'at', label: t('common.since'), kind: 'time',
      render: (row) => html`<${Age} at=${row.createdAt} />${row.sentAt && html`<br /><span class="muted">${t('outbox.sentAt')} <${Age} at=${row.sentAt} /></span>`}`,
    },
    operator && { key: 'act', label: t('common.actions'), kind: 'act', render: (row) => (row.status === 'BLOCKED' ? release(row) : null) },
  ].filter(Boolean);
  const run = async () => {
    await post(`/api/outbox/${asked.id}/release`);
    list.reload();
    return t('outbox.released', { id: asked.id });
  };
  const meant = !filter.status || filter.status === 'BLOCKED';
  return html`<div class="page"><${PageHead} title=${t('nav.outbox')} lead=${t('outbox.lead')}
      actions=${operator && html`<button type="button" disabled=${!meant} onClick=${() => setAsked('many')}>${t('outbox.releaseMany')}</button>`} />
    <${Filters} page="outbox" query=${filter} fields=${fields} />
    <${Card}><${List} list=${list} caption=${t('nav.outbox')} columns=${columns} rowKey=${(row) => row.id} empty=${t('outbox.none')} /><//>
    ${asked === 'many' &&
    html`<${Many} title=${t('outbox.releaseMany')} action=${t('outbox.release')} path="/api/outbox/release" filter=${only(filter, ['topic'])} labels=${names}
      done=${list.reload} close=${() => setAsked(null)} />`}
    ${asked && asked !== 'many' &&
    html`<${Confirm} title=${t('outbox.releaseOne', { id: asked.id })} action=${t('outbox.release')} run=${run} close=${() => setAsked(null)}>
      <p>${t('outbox.releaseMeans')}</p><p class="wrap">${asked.reason}</p>
    <//>`}
  </div>`;
}

/** A long name may be broken after its dots. */
const dotted = (name) => name.split(/(?<=\.)/).map((part, i) => html`${i > 0 && html`<wbr />`}${part}`);
