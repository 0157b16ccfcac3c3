/** Whether the ledger says what its log says, and the view what the ledger says. */
import { html, useState } from '../lib.js';
import { post, useList, usePoll } from '../api.js';
import { number, t, word } from '../i18n.js';
import { useOperator } from '../session.js';
import { Filters, only } from '../filters.js';
import {
  Age, Badge, Card, Check, Confirm, Empty, Facts, Failed, Input, Known, List, Loading, PageHead, Progress, Status, TaskLink, Took,
} from '../ui.js';

const KINDS = [
  'row-differs', 'row-missing', 'row-unreadable', 'unlanded', 'document-missing', 'document-older', 'document-newer',
  'document-differs', 'document-foreign', 'document-left', 'document-orphan', 'document-incomplete', 'failure-outlived',
  'failure-without-task', 'books',
];

export function Audit({ query }) {
  const answer = usePoll('/api/audit', {}, 3);
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const running = answer.data?.status === 'RUNNING';
  const none = answer.problem?.status === 404;
  const stop = async () => {
    await post('/api/audit/stop');
    answer.reload();
    return t('audit.stopped');
  };
  return html`<div class="page"><${PageHead} title=${t('nav.audit')} lead=${t('audit.lead')}
      actions=${operator && (running
        ? html`<button type="button" class="danger" onClick=${() => setAsked('stop')}>${t('audit.stop')}</button>`
        : html`<button type="button" class="primary" onClick=${() => setAsked('run')}>${t('audit.run')}</button>`)} />
    ${none && html`<${Card}><${Empty}>${t('audit.never')}<//><//>`}
    ${answer.data === null && !none && (answer.problem ? html`<${Failed} problem=${answer.problem} retry=${answer.reload} />` : html`<${Loading} />`)}
    ${answer.data && html`<${State} audit=${answer.data} /><${Findings} audit=${answer.data} query=${query} />`}
    ${asked === 'run' && html`<${Begin} done=${answer.reload} close=${() => setAsked(null)} />`}
    ${asked === 'stop' && html`<${Confirm} title=${t('audit.stop')} action=${t('audit.stop')} tone="danger" run=${stop} close=${() => setAsked(null)}><p>${t('audit.stopMeans')}</p><//>`}
  </div>`;
}

function State({ audit }) {
  const { only: some } = audit;
  const scope = some.taskIds.length > 0 ? some.taskIds.join(', ') : [some.index, some.taskType].filter(Boolean).join(' · ') || t('audit.allTasks');
  return html`<${Card} title=${t('audit.one', { id: audit.id })} actions=${html`<${Status} value=${audit.status} />`}
      tone=${audit.status === 'FAILED' ? 'bad' : audit.found > audit.repaired ? 'warn' : ''}>
    ${audit.status === 'RUNNING' && html`<${Progress} label=${t('audit.progress')} done=${audit.tasks} all=${0} />`}
    ${audit.note && html`<p class="wrap">${audit.note}</p>`}
    <${Facts} facts=${[
      [t('audit.found'), html`<strong>${number(audit.found)}</strong>`],
      [t('audit.repaired'), number(audit.repaired)],
      [t('audit.tasks'), number(audit.tasks)],
      [t('audit.suspects'), number(audit.suspects)],
      [t('audit.notFoldable'), number(audit.notFoldable)],
      [t('audit.phase'), word('phase', audit.phase)],
      [t('audit.scope'), scope],
      [t('audit.options'), [audit.repair && t('audit.withRepair'), audit.orphans && t('audit.withOrphans')].filter(Boolean).join(' · ')],
      [t('steering.by'), audit.startedBy],
      [t('steering.started'), html`<${Age} at=${audit.startedAt} />`],
      [t('common.took'), html`<${Took} from=${audit.startedAt} until=${audit.endedAt} />`],
      [t('common.node'), audit.node],
    ]} />
    ${Object.keys(audit.kinds).length > 0 &&
    html`<p class="kinds">${Object.entries(audit.kinds).map(
      ([kind, count]) => html`<span key=${kind}><code>${kind}</code> <strong>${number(count.found)}</strong>${count.repaired > 0 && html` <${Badge} tone="good">${t('audit.mended', { n: number(count.repaired) })}<//>`}</span>`,
    )}</p>`}
  <//>`;
}

function Findings({ audit, query }) {
  const filter = only(query, ['kind']);
  const list = useList(`/api/audit/${audit.id}/findings`, { ...filter, limit: 50 }, 5);
  const columns = [
    { key: 'kind', label: t('audit.kind'), render: (row) => html`<code>${row.kind}</code>` },
    { key: 'subject', label: t('audit.subject'), render: (row) => (row.kind === 'books' ? html`<code>${row.subject}</code>` : html`<${TaskLink} id=${row.subject} />`) },
    { key: 'detail', label: t('audit.detail'), kind: 'grow', render: (row) => html`<span class="wrap">${row.detail}</span>` },
    { key: 'at', label: t('common.when'), kind: 'time', render: (row) => html`<${Age} at=${row.foundAt} />` },
    { key: 'repaired', label: t('audit.repaired'), kind: 'time', render: (row) => html`<${Age} at=${row.repairedAt} />` },
  ];
  return html`<${Filters} page="audit" query=${filter} fields=${[{ name: 'kind', label: t('audit.kind'), options: KINDS.map((one) => [one, one]) }]} />
    <${Card} title=${t('audit.findings')}>
      <${List} list=${list} caption=${t('audit.findings')} columns=${columns} rowKey=${(row) => row.id} empty=${t('audit.noFindings')} />
    <//>`;
}

function Begin({ done, close }) {
  const [repair, setRepair] = useState(false);
  const [orphans, setOrphans] = useState(false);
  const [ids, setIds] = useState('');
  const [index, setIndex] = useState('');
  const [taskType, setTaskType] = useState('');
  const run = async () => {
    const taskIds = ids.split(/\s+/).filter(Boolean);
    const body = { ...(repair && { repair }), ...(orphans && { orphans }), ...(taskIds.length > 0 && { taskIds }), ...(index && { index }), ...(taskType && { taskType }) };
    const begun = await post('/api/audit', body);
    done();
    return t('audit.begun', { id: begun.id });
  };
  return html`<${Confirm} title=${t('audit.run')} action=${t('audit.run')} tone=${repair ? 'danger' : 'primary'} run=${run} close=${close}>
    <p>${t('audit.means')}</p>
    <${Check} label=${t('audit.repairMeans')} checked=${repair} onInput=${setRepair} />
    <${Check} label=${t('audit.orphansMeans')} checked=${orphans} onInput=${setOrphans} />
    <details><summary>${t('audit.onlySome')}</summary>
      <${Input} label=${t('audit.ids')} value=${ids} onInput=${setIds} />
      <${Input} label=${t('common.index')} value=${index} onInput=${setIndex} />
      <${Input} label=${t('tasks.type')} value=${taskType} onInput=${setTaskType} />
    </details>
  <//>`;
}
