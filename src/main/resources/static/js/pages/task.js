/** One task: how it stands, all that happened to it, and its document beside the ledger. */
import { html, useMemo, useState } from '../lib.js';
import { usePoll } from '../api.js';
import { bytes, number, t, word } from '../i18n.js';
import { to } from '../router.js';
import { Age, Badge, Card, Code, Due, Empty, Facts, Known, PageHead, Since, State, Status, Took } from '../ui.js';
import { difference } from '../difference.js';
import { timeline } from '../timeline.js';
import { Actions, OPEN, ReasonChain } from './failures.js';

const FINAL = ['ANALYZED', 'FAILED'];

export function Task({ id }) {
  const answer = usePoll('/api/task', { id }, 10);
  return html`<${Known} answer=${answer}>${(task) => html`<${Loaded} task=${task} reload=${answer.reload} />`}<//>`;
}

function Loaded({ task, reload }) {
  const { row } = task;
  const open = task.failures.filter((one) => OPEN.includes(one.status));
  return html`<div class="page"><${PageHead} title=${html`<bdi>${row.taskId}</bdi>`} name=${row.taskId}
      actions=${html`<${State} value=${row.state} />${row.deletedAt && html`<${Badge}>${t('tasks.deleted')}<//>`}`} />
    <${Verdict} task=${task} open=${open} />
    ${open.map(
      (failure) => html`<${Card} tone="bad" key=${failure.id} title=${html`<a href=${to(['failures', failure.id])}>${t('failures.one', { id: failure.id })}</a>`}
        actions=${html`<${Status} value=${failure.status} /><${Actions} failure=${failure} done=${reload} small />`}>
        <${ReasonChain} reason=${failure.reason} />
        <p class="muted">${t('task.tried', { n: number(failure.attempts.length) })} · ${t('failures.last')}: <${Age} at=${failure.lastAt} />
          ${failure.nextAttemptAt && html` · ${t('failures.next')}: <${Due} at=${failure.nextAttemptAt} />`}</p>
      <//>`,
    )}
    <div class="beside">
      <${Card} title=${t('task.timeline')} note=${t('task.newestFirst')}><${Timeline} task=${task} /><//>
      <div>
        <${Card} title=${t('task.row')}>
          <${Facts} facts=${[
            [t('tasks.state'), html`<${State} value=${row.state} />`],
            [t('tasks.since'), html`<${Age} at=${row.stateSince} />`],
            [t('tasks.attempt'), number(row.attempt)],
            [t('tasks.type'), row.taskType],
            [t('tasks.model'), row.model],
            [t('tasks.platform'), row.platform],
            [t('task.callId'), row.callId && html`<code>${row.callId}</code>`],
            [t('common.index'), html`<code>${row.index}</code>`],
            [t('task.created'), html`<${Age} at=${row.createdAt} />`],
            [t('tasks.updated'), html`<${Age} at=${row.updatedAt} />`],
            [t('task.due'), html`<${Due} at=${row.dueAt} />`],
            row.deletedAt && [t('tasks.deleted'), html`<${Age} at=${row.deletedAt} />`],
            [t('common.version'), html`<span class="mono">${row.version}</span>`],
            [t('task.landedVersion'), html`<span class="mono">${row.landedVersion}</span>`],
          ]} />
          ${row.error && html`<h3>${t('task.error')}</h3><${Code} value=${row.error} label=${t('task.error')} />`}
        <//>
        <${Document} task=${task} />
      </div>
    </div>
  </div>`;
}

/** In one look: is it well, and if not, what is known. */
function Verdict({ task, open }) {
  const { row, suspicion } = task;
  const lines = [];
  if (row.unlanded) {
    lines.push(['bad', html`${t('task.unlanded')} <${Since} at=${row.updatedAt} />. ${open.length === 0 && html`<a href=${to('failures', { cause: 'index-blocked', index: row.index })}>${t('task.noFailure')}</a>`}`]);
  }
  const sent = (task.repairs ?? []).find((one) => !one.settledAt && one.attempt === row.attempt);
  if (!row.deletedAt && !FINAL.includes(row.state) && sent) {
    lines.push(['warn', html`${t('task.nonFinal', { state: word('state', row.state) })} <${Took} from=${row.stateSince} />. ${t('task.repairSent', { kind: sent.kind })} <${Age} at=${sent.replacedAt ?? sent.createdAt} />`]);
  } else if (!row.deletedAt && !FINAL.includes(row.state)) {
    lines.push([
      suspicion ? 'warn' : 'info',
      html`${t('task.nonFinal', { state: word('state', row.state) })} <${Took} from=${row.stateSince} />.
        ${suspicion && html` ${t('task.suspicion', { verifier: suspicion.verifier, looks: suspicion.looks })} <${Status} value=${suspicion.kind} />
          ${suspicion.reason && html`<q class="wrap">${suspicion.reason}</q>`} · ${t('task.nextLook')}: <${Due} at=${suspicion.nextAt} />`}
        ${!suspicion && html` ${t('task.notAsked')} <${Due} at=${row.dueAt} />`} · <a href=${to('inspection')}>${t('nav.inspection')}</a>`,
    ]);
  }
  if (!row.deletedAt && row.state === 'FAILED') {
    lines.push(['warn', html`${t('task.failed', { n: number(row.attempt) })} ${row.error && html`<q class="wrap">${said(row.error)}</q>`}`]);
  }
  if (task.documentError) {
    lines.push(['warn', html`${t('task.noDocument')} <span class="wrap">${task.documentError}</span>`]);
  } else if (task.differs && !row.unlanded) {
    lines.push(['warn', t('task.differs')]);
  }
  const left = task.document?.landfall?.incomplete ?? [];
  if (left.length > 0) {
    lines.push(['warn', html`${t('task.incomplete')} ${left.map((name, i) => html`${i > 0 && ', '}<code key=${i}>${name}</code>`)}`]);
  } else if (open.length > 0 && !row.unlanded) {
    lines.push(['warn', t('task.openFailure')]);
  }
  const waiting = (task.unsent ?? []).filter((one) => one.status === 'BLOCKED');
  if (waiting.length > 0) {
    lines.push(['bad', html`${t('task.blocked', { n: waiting.length })} <a href=${to('outbox', { status: 'BLOCKED' })}>${t('nav.outbox')}</a>`]);
  }
  if (lines.length === 0) {
    lines.push(['good', row.deletedAt ? t('task.wellDeleted') : t('task.well', { state: word('state', row.state) })]);
  }
  return html`<ul class="verdict">${lines.map(([tone, text], i) => html`<li class=${tone} key=${i}>${text}</li>`)}</ul>`;
}

/** An error as its platform told it: code and message, where it has them. */
const said = (error) => (typeof error === 'string' ? error : [error.code, error.message].filter(Boolean).join(': ') || JSON.stringify(error));

function Timeline({ task }) {
  const all = useMemo(() => timeline(task), [task]);
  const [kinds, setKinds] = useState([]);
  const there = [...new Set(all.map((one) => one.kind))];
  const shown = kinds.length === 0 ? all : all.filter((one) => kinds.includes(one.kind));
  const toggle = (kind) => setKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]);
  if (all.length === 0) {
    return html`<${Empty} />`;
  }
  return html`${there.length > 1 &&
    html`<div class="chips" role="group" aria-label=${t('task.kinds')}>
      ${there.map((kind) => html`<button type="button" class="small" key=${kind} aria-pressed=${kinds.includes(kind)} onClick=${() => toggle(kind)}>${t('timeline.' + kind)}</button>`)}
    </div>`}
    <ol class="timeline">
      ${shown.map(
        (entry) => html`<li key=${entry.key} class=${`${entry.kind} ${entry.tone ?? ''}`}>
          <div class="what">
            <span class="kind">${t('timeline.' + entry.kind)}</span> <strong>${entry.title}</strong>
            ${entry.status && html` <${Status} value=${entry.status} />`}
            <span class="at"><${Age} at=${entry.at} /></span>
          </div>
          ${entry.text && html`<p class="clamp" title=${entry.text}>${entry.text}</p>`}
          ${entry.note && html`<p class="muted note">${entry.note}</p>`}
          ${entry.content !== undefined && entry.content !== null &&
          html`<details><summary>${t('task.content')}${entry.size ? ` (${bytes(entry.size)})` : ''}</summary><${Code} value=${entry.content} label=${t('task.content')} /></details>`}
        </li>`,
      )}
    </ol>`;
}

function Document({ task }) {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => difference(task), [task]);
  const unequal = lines.filter((one) => one.what !== 'same');
  if (task.documentError) {
    return html`<${Card} title=${t('task.document')} tone="warn"><p class="wrap">${task.documentError}</p><//>`;
  }
  return html`<${Card} title=${t('task.document')} tone=${unequal.length > 0 ? 'warn' : ''}
      note=${task.document === null ? t('task.noneThere') : unequal.length === 0 ? t('task.equal') : t('task.unequal', { n: unequal.length })}
      actions=${task.document !== null && html`<button type="button" class="small" aria-pressed=${whole} onClick=${() => setWhole(!whole)}>${t('task.asJson')}</button>`}>
    ${whole || lines.length === 0
      ? html`<${Code} value=${task.document} label=${t('task.document')} />`
      : html`<table class="diff">
          <caption class="unseen">${t('task.difference')}</caption>
          <thead><tr><th scope="col">${t('task.fieldName')}</th><th scope="col">${t('task.inLedger')}</th><th scope="col">${t('task.inDocument')}</th></tr></thead>
          <tbody>
            ${lines.map(
              (line) => html`<tr key=${line.name} class=${line.what}>
                <th scope="row"><code>${line.name}</code></th>
                ${line.what === 'same'
                  ? html`<td colspan="2"><${Value} value=${line.ledger} /></td>`
                  : html`<td><${Value} value=${line.ledger} /></td><td><${Value} value=${line.document} /></td>`}
              </tr>`,
            )}
          </tbody>
        </table>`}
  <//>`;
}

function Value({ value }) {
  if (value === undefined) {
    return html`<span class="faint">${t('task.absent')}</span>`;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return html`<span class="value" title=${text.length > 300 ? t('task.cut') : undefined}>${text.length > 300 ? `${text.slice(0, 300)} …` : text}</span>`;
}
