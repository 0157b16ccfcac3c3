/** Records that can never be applied as they are: why, and sending them again once that is mended. */
import { html, useState } from '../lib.js';
import { get, post, useList, usePoll } from '../api.js';
import { bytes, t, word } from '../i18n.js';
import { to } from '../router.js';
import { useOperator } from '../session.js';
import { Filters, only } from '../filters.js';
import { Many } from '../many.js';
import {
  Age, Card, Check, Code, Confirm, Empty, Facts, Failed, Input, Known, List, PageHead, Status, Table, TaskLink,
} from '../ui.js';

const STATUSES = ['OPEN', 'REPLAYED', 'RESOLVED', 'ABANDONED'];
const REASONS = [
  'tombstone', 'not-utf-8', 'not-json', 'not-an-object', 'trailing-bytes', 'duplicate-key', 'too-deep', 'too-long', 'unreadable',
  'missing-field', 'bad-event-id', 'bad-task-id', 'unknown-type', 'bad-field', 'index-not-allowed', 'forbidden-field', 'too-old',
  'event-id-reused', 'index-changed', 'retry-of-analyzed', 'attempt-cap', 'refused-by-ledger',
];
const NAMES = ['status', 'reason', 'taskId', 'topic', 'key'];
/** What an action on many can be told. */
const TOLD = ['reason', 'taskId', 'topic'];

export function DeadLetters({ path, query }) {
  return path[0] ? html`<${Letter} key=${path[0]} id=${path[0]} />` : html`<${Letters} query=${query} />`;
}

function Letters({ query }) {
  const filter = only(query, NAMES);
  const list = useList('/api/dead-letters', { ...filter, limit: 50 });
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const [one, setOne] = useState(null);
  const names = { status: t('common.status'), reason: t('letters.reason'), taskId: t('common.task'), topic: t('common.topic'), key: t('common.key') };
  // actions on many mean open ones; what they can't be told must not be silently left out
  const meant = !filter.key && (!filter.status || filter.status === 'OPEN');
  const fields = [
    { name: 'status', label: names.status, options: STATUSES.map((one) => [one, word('status', one)]) },
    { name: 'reason', label: names.reason, options: REASONS.map((one) => [one, one]) },
    { name: 'taskId', label: names.taskId },
    { name: 'topic', label: names.topic },
    { name: 'key', label: names.key },
  ];
  const columns = [
    { key: 'id', label: '#', render: (row) => html`<a href=${to(['dead-letters', row.id])}>${row.id}</a>` },
    { key: 'status', label: names.status, render: (row) => html`<${Status} value=${row.status} />` },
    { key: 'reason', label: names.reason, render: (row) => html`<code>${row.reason}</code>` },
    { key: 'detail', label: t('letters.detail'), kind: 'grow', render: (row) => html`<span class="clamp" title=${row.detail}>${row.detail}</span>` },
    { key: 'task', label: names.taskId, render: (row) => html`<${TaskLink} id=${row.taskId} />` },
    { key: 'size', label: t('common.size'), kind: 'num', render: (row) => bytes(row.payloadSize) },
    { key: 'at', label: t('common.since'), kind: 'time', render: (row) => html`<${Age} at=${row.createdAt} />` },
    operator && { key: 'act', label: t('common.actions'), kind: 'act', render: (row) => row.status !== 'RESOLVED' && html`<${ReplayButton} letter=${row} small ask=${() => setOne(row)} />` },
  ].filter(Boolean);
  return html`<div class="page"><${PageHead} title=${t('nav.dead-letters')} lead=${t('letters.lead')}
      actions=${operator &&
      ['replay', 'abandon'].map((what) => html`<button type="button" key=${what} disabled=${!meant} title=${meant ? undefined : t('letters.notMeant')} onClick=${() => setAsked(what)}>${t('letters.many.' + what)}</button>`)} />
    <${Filters} page="dead-letters" query=${filter} fields=${fields} />
    <${Card}><${List} list=${list} caption=${t('nav.dead-letters')} columns=${columns} rowKey=${(row) => row.id} empty=${t('letters.none')} /><//>
    ${asked &&
    html`<${Many} title=${t('letters.many.' + asked)} action=${t('letters.do.' + asked)} tone=${asked === 'replay' ? 'primary' : 'danger'} path=${`/api/dead-letters/${asked}`}
      filter=${only(filter, TOLD)} labels=${names} withReason=${asked === 'abandon'} reasonAs="why" meaning=${t('letters.allOpen')} done=${list.reload} close=${() => setAsked(null)} />`}
    ${one && html`<${AskReplay} letter=${one} done=${list.reload} close=${() => setOne(null)} />`}
  </div>`;
}

const ReplayButton = ({ letter, small, ask }) => html`<button type="button" class=${small ? 'small' : ''}
  aria-label=${t('letters.replayOne', { id: letter.id })} onClick=${ask}>${t('letters.do.replay')}</button>`;

/** What may be done with one. */
function Actions({ letter, done }) {
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const close = () => setAsked(null);
  return html`<span class="together">
    ${operator && letter.status !== 'RESOLVED' && html`<${ReplayButton} letter=${letter} ask=${() => setAsked('replay')} />`}
    ${operator && letter.status === 'OPEN' && html`<button type="button" aria-label=${t('letters.abandonOne', { id: letter.id })} onClick=${() => setAsked('abandon')}>${t('letters.do.abandon')}</button>`}
    ${asked === 'replay' && html`<${AskReplay} letter=${letter} done=${done} close=${close} />`}
    ${asked === 'abandon' && html`<${AskAbandon} letter=${letter} done=${done} close=${close} />`}
  </span>`;
}

function AskAbandon({ letter, done, close }) {
  const [why, setWhy] = useState('');
  const run = async () => {
    await post(`/api/dead-letters/${letter.id}/abandon`, { why });
    done();
    return t('letters.abandoned', { id: letter.id });
  };
  return html`<${Confirm} title=${t('letters.abandonOne', { id: letter.id })} action=${t('letters.do.abandon')} tone="danger" ready=${why.trim() !== ''} run=${run} close=${close}>
    <p class="wrap">${t('letters.abandonMeans')}</p>
    <${Input} label=${t('failures.why')} value=${why} onInput=${setWhy} required maxlength="1000" />
  <//>`;
}

function AskReplay({ letter, done, close }) {
  const [again, setAgain] = useState(false);
  const waits = letter.status === 'REPLAYED';
  const run = async () => {
    await post(`/api/dead-letters/${letter.id}/replay`, again ? { again: true } : {});
    done();
    return t('letters.replayed', { id: letter.id });
  };
  return html`<${Confirm} title=${t('letters.replayOne', { id: letter.id })} action=${t('letters.do.replay')} ready=${!waits || again} run=${run} close=${close}>
    <p class="wrap">${t('letters.replayMeans')}</p>
    ${waits && html`<${Check} label=${t('letters.again')} checked=${again} onInput=${setAgain} />`}
  <//>`;
}

function Letter({ id }) {
  const answer = usePoll(`/api/dead-letters/${encodeURIComponent(id)}`, {}, 10);
  return html`<${Known} answer=${answer}>
    ${(letter) => html`<div class="page"><${PageHead} title=${t('letters.one', { id: letter.id })} lead=${t('letters.status.' + letter.status)}
        actions=${html`<${Actions} letter=${letter} done=${answer.reload} />`} />
      <div class="grid">
        <${Card} title=${t('letters.why')}><p><code>${letter.reason}</code></p><p class="wrap">${letter.detail}</p><//>
        <${Card} title=${t('letters.facts')}>
          <${Facts} facts=${[
            [t('common.status'), html`<${Status} value=${letter.status} />`],
            [t('common.task'), letter.taskId && html`<${TaskLink} id=${letter.taskId} />`],
            [t('common.topic'), html`<code>${letter.topic}</code>`],
            [t('letters.place'), html`<span class="mono">${letter.partition} @ ${letter.offset}</span>`],
            [t('common.key'), letter.key && html`<code>${letter.key}</code>`],
            [t('common.size'), bytes(letter.payloadSize)],
            [t('letters.recordAt'), html`<${Age} at=${letter.recordAt} />`],
            [t('common.since'), html`<${Age} at=${letter.createdAt} />`],
            [t('letters.replayedAt'), html`<${Age} at=${letter.replayedAt} />`],
            [t('letters.resolvedAt'), html`<${Age} at=${letter.resolvedAt} />`],
            letter.closedBy && [t('failures.closedBy'), letter.closedBy],
            letter.closedReason && [t('failures.why'), letter.closedReason],
          ]} />
        <//>
        <${Card} wide title=${t('letters.attempts')}>
          ${letter.attempts.length === 0
            ? html`<${Empty}>${t('letters.noAttempts')}<//>`
            : html`<${Table} caption=${t('letters.attempts')} rows=${letter.attempts.slice().reverse()} rowKey=${(row) => row.number} columns=${attemptColumns()} />`}
        <//>
        <${Card} wide title=${t('letters.payload')}>
          ${letter.payload === null ? html`<${Empty}>${t('letters.noPayload')}<//>` : html`<${Code} value=${letter.payload} label=${t('letters.payload')} />`}
          ${letter.headers.length > 0 && html`<p class="muted">${t('letters.headers')}: ${letter.headers.map((name, i) => html`${i > 0 && ', '}<code key=${i}>${name}</code>`)}</p>`}
        <//>
        <${Raw} id=${letter.id} />
      </div>
  </div>`}
  <//>`;
}

const attemptColumns = () => [
  { key: 'number', label: '#', kind: 'num' },
  { key: 'at', label: t('common.when'), kind: 'time', render: (row) => html`<${Age} at=${row.at} />` },
  { key: 'outcome', label: t('letters.outcome'), render: (row) => html`<${Status} value=${row.outcome} />` },
  { key: 'reason', label: t('letters.reason'), render: (row) => row.reason && html`<code>${row.reason}</code>` },
  { key: 'detail', label: t('letters.detail'), kind: 'grow', render: (row) => row.detail && html`<span class="wrap">${row.detail}</span>` },
  { key: 'place', label: t('letters.place'), render: (row) => row.topic && html`<span class="mono">${row.topic} ${row.partition} @ ${row.offset}</span>` },
];

/** The bytes as they came, for operators, when they ask: nothing is masked there. */
function Raw({ id }) {
  const operator = useOperator();
  const [raw, setRaw] = useState(null);
  const [problem, setProblem] = useState(null);
  if (!operator) {
    return null;
  }
  const show = () => get(`/api/dead-letters/${id}/raw`).then(setRaw, setProblem);
  return html`<${Card} wide title=${t('letters.raw')} note=${t('letters.unmasked')}
      actions=${raw === null && html`<button type="button" onClick=${show}>${t('letters.showRaw')}</button>`}>
    ${problem && html`<${Failed} problem=${problem} />`}
    ${raw &&
    html`<div>
      <h3>${t('common.key')}</h3><${Code} value=${readable(raw.key)} label=${t('common.key')} />
      <h3>${t('letters.payload')}</h3><${Code} value=${readable(raw.payload)} label=${t('letters.payload')} />
      <h3>${t('letters.headers')}</h3><${Code} value=${(raw.headers ?? []).map(([name, value]) => `${name}: ${readable(value)}`).join('\n')} label=${t('letters.headers')} />
    </div>`}
  <//>`;
}

/** Base64 as text if it is UTF-8, else as hexadecimal lines. */
function readable(base64) {
  if (base64 === null || base64 === undefined) {
    return '∅';
  }
  const raw = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    const lines = [];
    for (let i = 0; i < raw.length; i += 16) {
      const part = [...raw.slice(i, i + 16)];
      const hex = part.map((one) => one.toString(16).padStart(2, '0')).join(' ');
      const text = part.map((one) => (one >= 32 && one < 127 ? String.fromCharCode(one) : '.')).join('');
      lines.push(`${i.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`);
    }
    return lines.join('\n');
  }
}
