/** Writes that failed: why, what was tried, and what can be done. */
import { html, useState } from '../lib.js';
import { post, useList, usePoll } from '../api.js';
import { number, t, word } from '../i18n.js';
import { to } from '../router.js';
import { useOperator } from '../session.js';
import { Filters, only } from '../filters.js';
import { Many } from '../many.js';
import { Age, Card, Code, Confirm, Due, Facts, Input, Known, List, PageHead, Status, Table, TaskLink } from '../ui.js';

export const OPEN = ['PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT'];
const RETRIED = ['PENDING', 'EXHAUSTED', 'PERMANENT'];

/** One of a whole index is not: its tasks land when the index takes writes. */
const isRetried = (failure) => RETRIED.includes(failure.status) && failure.kind !== 'index';
const STATUSES = [...OPEN, 'RESOLVED', 'SUPERSEDED', 'ABANDONED'];
const NAMES = ['taskId', 'status', 'cause', 'index'];

const labels = () => ({
  taskId: t('common.task'), status: t('common.status'), cause: t('failures.cause'), index: t('common.index'),
});

export function Failures({ path, query }) {
  return path[0] ? html`<${Failure} key=${path[0]} id=${path[0]} />` : html`<${FailureList} query=${query} />`;
}

function FailureList({ query }) {
  const filter = only(query, NAMES);
  const list = useList('/api/failures', { ...filter, limit: 50 });
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  // here, not in its row: a row goes when others push it off the first part, and a dialog must not go with it
  const [one, setOne] = useState(null);
  const names = labels();
  const fields = [
    { name: 'status', label: names.status, options: STATUSES.map((one) => [one, word('status', one)]) },
    { name: 'cause', label: names.cause, hint: 'mapping' },
    { name: 'index', label: names.index },
    { name: 'taskId', label: names.taskId },
  ];
  return html`<div class="page"><${PageHead} title=${t('nav.failures')} lead=${t('failures.lead')}
      actions=${operator && html`<button type="button" onClick=${() => setAsked('retry')}>${t('failures.retryMany')}</button>
        <button type="button" onClick=${() => setAsked('abandon')}>${t('failures.abandonMany')}</button>`} />
    <${Filters} page="failures" query=${filter} fields=${fields} />
    <${Card}>
      <${List} list=${list} caption=${t('nav.failures')} rowKey=${(row) => row.id} empty=${t('failures.none')} columns=${columns(operator, setOne)} />
    <//>
    ${asked &&
    html`<${Many} title=${t(asked === 'retry' ? 'failures.retryMany' : 'failures.abandonMany')} action=${t(asked === 'retry' ? 'failures.retry' : 'failures.abandon')}
      tone=${asked === 'retry' ? 'primary' : 'danger'} path=${`/api/failures/${asked}`} filter=${filter} labels=${names}
      withReason=${asked === 'abandon'} done=${list.reload} close=${() => setAsked(null)} />`}
    ${one && html`<${Ask} failure=${one} what="retry" done=${list.reload} close=${() => setOne(null)} />`}
  </div>`;
}

function columns(operator, ask) {
  return [
    { key: 'id', label: '#', render: (row) => html`<a href=${to(['failures', row.id])}>${row.id}</a>` },
    { key: 'status', label: t('common.status'), render: (row) => html`<${Status} value=${row.status} />` },
    {
      key: 'task', label: t('common.task'),
      render: (row) => (row.taskId ? html`<${TaskLink} id=${row.taskId} />` : html`${t('failures.wholeIndex')} <code>${row.index}</code>`),
    },
    { key: 'cause', label: t('failures.cause'), render: (row) => html`<code>${row.cause}</code>${row.field && html` · <code>${row.field}</code>`}` },
    { key: 'reason', label: t('failures.reason'), kind: 'grow', render: (row) => html`<span class="clamp" title=${row.reason}>${root(row.reason)}</span>` },
    { key: 'tries', label: t('failures.tries'), kind: 'num', render: (row) => number(row.retryCount) },
    { key: 'first', label: t('failures.since'), kind: 'time', render: (row) => html`<${Age} at=${row.firstAt} />` },
    {
      key: 'next', label: t('failures.nextOrClosed'), kind: 'time',
      render: (row) => (row.closedAt ? html`<${Age} at=${row.closedAt} />` : html`<${Due} at=${row.nextAttemptAt} />`),
    },
    operator && { key: 'act', label: t('common.actions'), kind: 'act', render: (row) => isRetried(row) && html`<${RetryButton} failure=${row} small ask=${() => ask(row)} />` },
  ].filter(Boolean);
}

const RetryButton = ({ failure, small, ask }) => html`<button type="button" class=${small ? 'small' : ''}
  aria-label=${t('failures.retryOne', { id: failure.id })} onClick=${ask}>${t('failures.retry')}</button>`;

/** What may be done with one failure. */
export function Actions({ failure, done, small }) {
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const open = operator && OPEN.includes(failure.status);
  return html`<span class="together">
    ${open && isRetried(failure) && html`<${RetryButton} failure=${failure} small=${small} ask=${() => setAsked('retry')} />`}
    ${open && html`<button type="button" class=${small ? 'small' : ''} aria-label=${t('failures.abandonOne', { id: failure.id })} onClick=${() => setAsked('abandon')}>${t('failures.abandon')}</button>`}
    ${asked && html`<${Ask} failure=${failure} what=${asked} done=${done} close=${() => setAsked(null)} />`}
  </span>`;
}

function Ask({ failure, what, done, close }) {
  const [reason, setReason] = useState('');
  const abandon = what === 'abandon';
  const run = async () => {
    await post(`/api/failures/${failure.id}/${what}`, abandon ? { reason } : {});
    done();
    return t(abandon ? 'failures.abandoned' : 'failures.retried', { id: failure.id });
  };
  return html`<${Confirm} title=${t(abandon ? 'failures.abandonOne' : 'failures.retryOne', { id: failure.id })} action=${t(abandon ? 'failures.abandon' : 'failures.retry')}
    tone=${abandon ? 'danger' : 'primary'} ready=${!abandon || reason.trim() !== ''} run=${run} close=${close}>
    <p class="wrap">${t(abandon ? 'failures.abandonMeans' : 'failures.retryMeans')}</p>
    ${abandon && html`<${Input} label=${t('failures.why')} value=${reason} onInput=${setReason} required maxlength="1000" />`}
  <//>`;
}

const links = (reason) => String(reason ?? '').split('; caused by ');

/** The innermost cause: it is what must be mended. */
const root = (reason) => links(reason).pop();

/** "outer; caused by inner" as a list, the innermost last and strongest: it is what must be mended. */
export function ReasonChain({ reason }) {
  const all = links(reason);
  return html`<ol class="chain">${all.map((link, i) => html`<li key=${i} class=${i === all.length - 1 ? 'root' : ''}><span class="wrap">${link}</span></li>`)}</ol>`;
}

/** One stands for all tasks of an index that takes no writes; it is not compensation that tries it. */
const isIndex = (failure) => !failure.closedAt && failure.kind === 'index';

function Failure({ id }) {
  const answer = usePoll(`/api/failures/${encodeURIComponent(id)}`, {}, 10);
  return html`<${Known} answer=${answer}>
    ${(failure) => html`<div class="page"><${PageHead} title=${t('failures.one', { id: failure.id })} lead=${t(isIndex(failure) ? 'failures.indexMeans' : 'failures.status.' + failure.status)}
        actions=${html`<${Actions} failure=${failure} done=${answer.reload} />`} />
      <div class="grid">
        <${Card} title=${t('failures.chain')}><${ReasonChain} reason=${failure.reason} />
          ${failure.field && !failure.closedAt && html`<p>${t('failures.without', { field: failure.field })}</p>`}<//>
        <${Card} title=${t('failures.facts')}>
          <${Facts} facts=${[
            [t('common.status'), html`<${Status} value=${failure.status} />`],
            [t('common.task'), failure.taskId && html`<${TaskLink} id=${failure.taskId} />`],
            [t('common.index'), html`<code>${failure.index}</code>`],
            [t('failures.cause'), html`<code>${failure.cause}</code>`],
            [t('failures.field'), failure.field && html`<code>${failure.field}</code>`],
            [t('failures.operation'), failure.operation],
            [t('failures.trigger'), failure.trigger],
            [t('failures.compensated'), number(failure.retryCount)],
            [t('failures.since'), html`<${Age} at=${failure.firstAt} />`],
            [t('failures.last'), html`<${Age} at=${failure.lastAt} />`],
            !failure.closedAt && !isIndex(failure) && [t('failures.next'), html`<${Due} at=${failure.nextAttemptAt} />`],
            failure.closedAt && [t('failures.closed'), html`<${Age} at=${failure.closedAt} />`],
            failure.closedBy && [t('failures.closedBy'), failure.closedBy],
            failure.closedReason && [t('failures.why'), failure.closedReason],
            [t('common.version'), html`<span class="mono">${failure.version}</span>`],
          ]} />
        <//>
        <${Card} wide title=${t('failures.attempts')} note=${t('failures.attemptsNote')}>
          <${Table} caption=${t('failures.attempts')} rows=${failure.attempts.slice().reverse()} rowKey=${(row) => row.number} columns=${attemptColumns()} />
        <//>
        ${failure.fragment &&
        html`<${Card} wide title=${t('failures.fragment')} note=${failure.truncated ? t('failures.truncated') : ''}>
          <${Code} value=${failure.fragment} label=${t('failures.fragment')} />
        <//>`}
      </div>
  </div>`}
  <//>`;
}

const attemptColumns = () => [
  { key: 'number', label: '#', kind: 'num' },
  { key: 'at', label: t('common.when'), kind: 'time', render: (row) => html`<${Age} at=${row.at} />` },
  { key: 'trigger', label: t('failures.trigger') },
  { key: 'node', label: t('common.node') },
  { key: 'httpStatus', label: 'HTTP', kind: 'num', render: (row) => row.httpStatus || null },
  { key: 'cause', label: t('failures.cause'), render: (row) => html`<code>${row.cause}</code>` },
  { key: 'reason', label: t('failures.reason'), kind: 'grow', render: (row) => html`<span class="wrap">${row.reason}</span>` },
  { key: 'durationMs', label: t('common.took'), kind: 'num', render: (row) => `${number(row.durationMs)} ms` },
];
