/** Compensation and inspection: how they stand, what their runs did, and their controls. */
import { html, useState } from '../lib.js';
import { patch, post, useList, usePoll } from '../api.js';
import { number, seconds, span, t, word } from '../i18n.js';
import { useOperator } from '../session.js';
import { Age, Badge, Card, Code, Confirm, Due, Empty, Facts, Input, Known, List, PageHead, Table, Took } from '../ui.js';

const COMPENSATION = {
  name: 'compensation',
  counts: ['tried', 'resolved', 'superseded', 'failed', 'exhausted', 'permanent', 'drained'],
  settings: [['rate', 'number'], ['batchSize', 'number'], ['maxAttempts', 'number'], ['window', 'duration']],
};

const INSPECTION = {
  name: 'inspection',
  counts: ['scanned', 'confirmed', 'repaired', 'retried', 'failed', 'running', 'absent', 'unknown', 'moved'],
  /** Not the inspection failed, but tasks were set to FAILED. */
  as: { failed: 'toFailed' },
  settings: [['period', 'duration'], ['scanLimit', 'number'], ['confirmAfter', 'duration']],
};

export const Compensation = () => html`<${Steered} what=${COMPENSATION} />`;
export const Inspection = () => html`<${Steered} what=${INSPECTION} />`;

const ENDED = { done: 'good', guard: 'bad', error: 'bad', lost: 'bad', 'view-away': 'warn', 'ledger-away': 'warn' };

function Steered({ what }) {
  const path = `/api/${what.name}`;
  const answer = usePoll(path, {}, 3);
  const runs = useList(`${path}/runs`, { limit: 20 }, 5);
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const reload = () => {
    answer.reload();
    runs.reload();
  };
  const close = () => setAsked(null);
  return html`<div class="page"><${PageHead} title=${t('nav.' + what.name)} lead=${t('steering.lead.' + what.name)}
      actions=${operator && answer.data && html`<${Buttons} status=${answer.data} ask=${setAsked} />`} />
    <${Known} answer=${answer}>
      ${(status) => html`<div class="grid">
        <${Now} what=${what} status=${status} />
        <${Card} title=${t('steering.settings')} actions=${operator && html`<button type="button" class="small" onClick=${() => setAsked('tune')}>${t('steering.tune')}</button>`}>
          <${Facts} facts=${what.settings.map(([name, kind]) => [t('setting.' + name), html`<${Setting} kind=${kind} value=${status.settings[name]} configured=${status.configured[name]} />`])} />
          ${status.tunedBy && html`<p class="muted">${t('steering.tuned', { by: status.tunedBy })} <${Age} at=${status.tunedAt} /></p>`}
        <//>
      </div>
      ${asked === 'tune' && html`<${Tune} what=${what} status=${status} done=${reload} close=${close} />`}`}
    <//>
    <${Card} title=${t('steering.runs')}>
      <${List} list=${runs} caption=${t('steering.runs')} rowKey=${(row) => row.id} empty=${t('steering.noRuns')} columns=${columns(what)} />
    <//>
    ${asked === 'dry-run' && html`<${DryRun} what=${what} done=${reload} close=${close} />`}
    ${asked && asked !== 'tune' && asked !== 'dry-run' && html`<${Act} what=${what} action=${asked} done=${reload} close=${close} />`}
  </div>`;
}

function Buttons({ status, ask }) {
  const button = (name, enabled, tone) =>
    html`<button type="button" class=${tone ?? ''} disabled=${!enabled} onClick=${() => ask(name)}>${t('steering.' + name)}</button>`;
  const running = status.running !== null;
  return html`${button('run', !running && !status.paused, 'primary')} ${button('dry-run', true)} ${running && button('stop', true, 'danger')}
    ${status.paused ? button('resume', true) : button('pause', true)}`;
}

function Now({ what, status }) {
  const { running, last } = status;
  return html`<${Card} title=${t('steering.now')} tone=${status.paused ? 'warn' : ''}
      actions=${status.paused
        ? html`<${Badge} tone="warn">${t('steering.paused')}<//>`
        : running
          ? html`<${Badge} tone="info">${t('steering.running')}<//>`
          : html`<${Badge} tone="good">${t('steering.waiting')}<//>`}>
    ${status.paused && html`<p>${t('steering.pausedBy', { by: status.pausedBy })} <${Age} at=${status.pausedAt} /></p>`}
    <${Facts} facts=${[
      [t('steering.lookedAt'), html`<${Age} at=${status.lookedAt} />`],
      status.nextAt && [t('steering.nextAt'), status.paused ? t('steering.paused') : html`<${Due} at=${status.nextAt} />`],
      status.pace && [t('steering.pace'), span(seconds(status.pace))],
      running && [t('steering.since', { id: running.id }), html`<${Took} from=${running.startedAt} /> · ${running.node}`],
      running && [t('steering.sofar'), html`<${Counts} what=${what} run=${running} />`],
      last && [t('steering.last', { id: last.id }), html`<${Age} at=${last.endedAt} /> <${Why} run=${last} />`],
      last && [t('steering.lastDid'), html`<${Counts} what=${what} run=${last} />`],
      !running && !last && [t('steering.last', { id: '' }), t('steering.noRuns')],
    ]} />
  <//>`;
}

/** Only what is not zero. */
function Counts({ what, run }) {
  const some = what.counts.filter((name) => run[name] > 0);
  return some.length === 0
    ? html`<span class="faint">${t('steering.nothingDone')}</span>`
    : html`<span>${some.map((name) => `${t('count.' + (what.as?.[name] ?? name))} ${number(run[name])}`).join(' · ')}</span>`;
}

const Why = ({ run }) => (run.why ? html`<${Badge} tone=${ENDED[run.why] ?? 'quiet'} title=${run.why}>${word('ending', run.why)}<//>` : null);

function Setting({ kind, value, configured }) {
  const shown = (one) => (kind === 'duration' ? span(seconds(one)) : number(one));
  return html`<strong>${shown(value)}</strong>${value !== configured && html` <span class="muted">(${t('steering.configured')} ${shown(configured)})</span>`}`;
}

function columns(what) {
  return [
    { key: 'id', label: '#' },
    {
      key: 'ended', label: t('steering.ended'),
      render: (row) => html`${row.dryRun && html`<${Badge}>${t('steering.dry')}<//> `}${row.endedAt ? html`<${Why} run=${row} />` : html`<${Badge} tone="info">${t('steering.running')}<//>`}`,
    },
    { key: 'started', label: t('steering.started'), kind: 'time', render: (row) => html`<${Age} at=${row.startedAt} />` },
    { key: 'took', label: t('common.took'), kind: 'num', render: (row) => html`<${Took} from=${row.startedAt} until=${row.endedAt} />` },
    { key: 'by', label: t('steering.by'), render: (row) => `${word('trigger', row.trigger)}${row.by ? ` · ${row.by}` : ''}` },
    { key: 'node', label: t('common.node') },
    { key: 'did', label: t('steering.did'), kind: 'grow', render: (row) => html`<${Counts} what=${what} run=${row} />` },
    { key: 'detail', label: t('steering.detail'), render: detail },
  ];
}

function detail(run) {
  if (!run.detail) {
    return run.stoppedBy ? t('steering.stoppedBy', { by: run.stoppedBy }) : null;
  }
  return run.dryRun
    ? html`<details><summary>${t('steering.would')}</summary><${Would} detail=${run.detail} /></details>`
    : html`<span class="wrap">${run.detail}</span>`;
}

/** What a dry run says: rows of whatever columns it has. */
function Would({ detail }) {
  let rows;
  try {
    rows = JSON.parse(detail);
  } catch {
    return html`<${Code} value=${detail} />`;
  }
  if (!Array.isArray(rows)) {
    return html`<${Code} value=${rows} />`;
  }
  if (rows.length === 0) {
    return html`<${Empty}>${t('steering.nothingDue')}<//>`;
  }
  const names = Object.keys(rows[0]);
  return html`<${Table} caption=${t('steering.would')} rows=${rows} columns=${names.map((name) => ({
    key: name, label: word('would', name), kind: typeof rows[0][name] === 'number' ? 'num' : undefined,
  }))} />`;
}

function Act({ what, action, done, close }) {
  const run = async () => {
    const answer = await post(`/api/${what.name}/${action}`);
    done();
    if (action === 'stop' && answer.run === null) {
      return t('steering.noneToStop');
    }
    return t('steering.done.' + action);
  };
  return html`<${Confirm} title=${`${t('nav.' + what.name)}: ${t('steering.' + action)}`} action=${t('steering.' + action)} tone=${action === 'stop' ? 'danger' : 'primary'}
    run=${run} close=${close}><p>${t('steering.means.' + action)}</p><//>`;
}

function DryRun({ what, done, close }) {
  const [report, setReport] = useState(null);
  const [kept, setKept] = useState(false);
  const run = async () => {
    const answer = await post(`/api/${what.name}/dry-run`);
    setReport(answer);
    setKept(true);
    done();
    return null;
  };
  return html`<${Confirm} title=${`${t('nav.' + what.name)}: ${t('steering.dry-run')}`} action=${t('steering.dry-run')} run=${run} keep ready=${!kept} close=${close}>
    <p>${t('steering.dryMeans.' + what.name)}</p>
    ${report && !report.detail && html`<${Counts} what=${what} run=${report} />`}
    ${report?.detail && html`<${Would} detail=${report.detail} />`}
  <//>`;
}

function Tune({ what, status, done, close }) {
  const [values, setValues] = useState(Object.fromEntries(what.settings.map(([name]) => [name, ''])));
  const changed = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const run = async () => {
    // a dash goes back to the configured value
    await patch(`/api/${what.name}`, Object.fromEntries(changed.map(([name, value]) => [name, value.trim() === '-' ? null : value.trim()])));
    done();
    return t('steering.done.tune');
  };
  return html`<${Confirm} title=${`${t('nav.' + what.name)}: ${t('steering.tune')}`} action=${t('steering.tune')} ready=${changed.length > 0} run=${run} close=${close}>
    <p>${t('steering.tuneMeans')}</p>
    ${what.settings.map(
      ([name, kind]) => html`<${Input} key=${name} label=${t('setting.' + name)} value=${values[name]}
        placeholder=${status.settings[name]}
        hint=${`${t('steering.configured')} ${kind === 'duration' ? span(seconds(status.configured[name])) : number(status.configured[name])}`}
        onInput=${(value) => setValues({ ...values, [name]: value })} />`,
    )}
  <//>`;
}
