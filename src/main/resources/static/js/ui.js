/** What pages are made of. All that comes from data is rendered as text. */
import { html, useEffect, useRef, useState } from './lib.js';
import { absolute, coming, lasting, number, relative, span, t, word } from './i18n.js';
import { to } from './router.js';

/** A section with a heading. `actions` stand at its right. */
export function Card({ title, actions, wide, tone, children, note }) {
  return html`<section class=${`card ${wide ? 'wide' : ''} ${tone ?? ''}`}>
    ${(title || actions) &&
    html`<header class="card-head">
      ${title && html`<h2>${title}</h2>`} ${note && html`<span class="note">${note}</span>`}
      ${actions && html`<div class="actions">${actions}</div>`}
    </header>`}
    ${children}
  </section>`;
}

/** The head of a page: what it is for, and what can be done here. `name`: the title as text, where it is none. */
export function PageHead({ title, name = title, lead, actions }) {
  useEffect(() => {
    // a page whose title came late: the reader followed a link and waits where the link was
    if (document.activeElement?.id === 'main') {
      document.getElementById('page-title').focus({ preventScroll: true });
    }
  }, []);
  useEffect(() => {
    document.title = `${name} · Landfall`;
  }, [name]);
  return html`<header class="page-head">
    <div>
      <h1 tabindex="-1" id="page-title">${title}</h1>
      ${lead && html`<p class="lead">${lead}</p>`}
    </div>
    ${actions && html`<div class="actions">${actions}</div>`}
  </header>`;
}

/**
 * A table that becomes a list of small cards where it is narrow. columns: [{ key, label, render(row), kind }], kind: `num`,
 * `grow` (takes what is left and wraps), `name` (wraps where it must), `short` (does not wrap), `act` (buttons). `rowKey(row)` tells rows apart.
 */
export function Table({ caption, columns, rows, rowKey }) {
  return html`<div class="table-box">
    <table>
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>
          ${columns.map((one) => html`<th scope="col" class=${one.kind ?? ''} key=${one.key}>${one.label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, i) => html`<tr key=${rowKey ? rowKey(row) : i}>
            ${columns.map(
              (one) => html`<td class=${one.kind ?? ''} data-label=${one.label} key=${one.key}>
                <div class="cell">${cell(one, row)}</div>
              </td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** What is not there is a faint dash, which a narrow page leaves out with its label. */
function cell(column, row) {
  const value = column.render ? column.render(row) : row[column.key];
  if (column.kind !== 'act' && [null, undefined, false, '', '–'].includes(value)) {
    return html`<span class="faint">–</span>`;
  }
  return column.render ? value : String(value);
}

/** A word with a colour. tone: `good`, `bad`, `warn`, `info`, `quiet`. */
export function Badge({ tone = 'quiet', title, children }) {
  return html`<span class=${`badge ${tone}`} title=${title}>${children}</span>`;
}

const STATES = { ANALYZED: 'good', FAILED: 'bad', ANALYZING: 'info', TO_ANALYZE: 'quiet', TO_RETRY: 'warn' };

/** The state of a task. */
export const State = ({ value }) => html`<${Badge} tone=${STATES[value]} title=${value}>${word('state', value)}<//>`;

const STATUSES = {
  PENDING: 'info', CLAIMED: 'info', RESOLVED: 'good', SUPERSEDED: 'good', EXHAUSTED: 'bad', PERMANENT: 'bad', ABANDONED: 'quiet',
  OPEN: 'bad', REPLAYED: 'info', SENT: 'good', BLOCKED: 'bad', RUNNING: 'info', DONE: 'good', STOPPED: 'warn', FAILED: 'bad',
  P1: 'bad', P2: 'warn', P3: 'info', UP: 'good', DOWN: 'bad', OUT_OF_SERVICE: 'bad', UNKNOWN: 'quiet', ABSENT: 'warn',
  APPLIED: 'good', NO_EFFECT: 'quiet', ALREADY_APPLIED: 'quiet', STALE: 'quiet', ILLEGAL: 'bad', MALFORMED: 'bad', UNSENT: 'bad',
  OVERTAKEN: 'quiet', OK: 'good', ERROR: 'bad',
};

/** The status of anything else: of failures, dead letters, messages, runs, calls, components. */
export const Status = ({ value }) => html`<${Badge} tone=${STATUSES[value]} title=${value}>${word('status', value)}<//>`;

export function Empty({ children }) {
  return html`<div class="empty"><p>${children ?? t('common.nothing')}</p></div>`;
}

export function Loading() {
  return html`<div class="loading" role="status"><span class="spinner"></span> ${t('common.loading')}</div>`;
}

/** What went wrong, and a way to try again. */
export function Failed({ problem, retry }) {
  return html`<div class="failed" role="alert">
    <strong>${problem.status ? t('error.title', { status: problem.status }) : t('error.noAnswer')}</strong>
    <p class="wrap">${problem.message}</p>
    ${retry && html`<button type="button" onClick=${retry}>${t('common.again')}</button>`}
  </div>`;
}

/**
 * The three states that an answer has before it is one. `answer` is what usePoll or useList gave; children is a function of the
 * data. With data there, a failed repeat is told above it.
 */
export function Known({ answer, children }) {
  const data = answer.items === undefined ? answer.data : answer.items;
  if (data === null) {
    return answer.problem ? html`<${Failed} problem=${answer.problem} retry=${answer.reload} />` : html`<${Loading} />`;
  }
  return html`<div class="known">
    ${answer.problem && html`<${Failed} problem=${answer.problem} retry=${answer.reload} />`} ${children(data)}
  </div>`;
}

/** A list with its three states, an end, and a button for more. */
export function List({ list, caption, columns, rowKey, empty }) {
  return html`<${Known} answer=${list}>
    ${(rows) => html`${rows.length === 0
      ? html`<${Empty}>${list.next ? t('list.nothingYet') : (empty ?? t('common.nothing'))}<//>`
      : html`<${Table} caption=${caption} columns=${columns} rows=${rows} rowKey=${rowKey} />`}
    <${Pager} list=${list} />`}
  <//>`;
}

/** How many are shown, and the next part. */
export function Pager({ list }) {
  const shown = list.items?.length ?? 0;
  if (shown === 0 && !list.next) {
    return null;
  }
  return html`<div class="pager">
    <span>${list.next ? t('list.shownMore', { n: number(shown) }) : t('list.shownAll', { n: number(shown) })}</span>
    ${list.next &&
    html`<button type="button" disabled=${list.loading} onClick=${list.more}>
      ${list.loading ? t('common.loading') : t('list.more')}
    </button>`}
  </div>`;
}

/** One clock for all ages on a page. */
const readers = new Set();
setInterval(() => readers.forEach((read) => read(Date.now())), 5000);

export function useNow() {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    readers.add(setNow);
    return () => readers.delete(setNow);
  }, []);
  return now;
}

/** How long ago; UTC and local time in its title. at: ISO-8601 or null. */
export function Age({ at }) {
  return html`<${When} at=${at} text=${relative} />`;
}

/** For how long by now, behind a word such as "since". */
export function Since({ at }) {
  return html`<${When} at=${at} text=${lasting} />`;
}

/** In how long; what is past is due. */
export function Due({ at }) {
  return html`<${When} at=${at} text=${coming} />`;
}

function When({ at, text }) {
  const now = useNow();
  if (!at) {
    return html`<span class="faint">–</span>`;
  }
  return html`<time datetime=${at} title=${absolute(at)}>${text(at, Math.max(now, Date.now()))}</time>`;
}

/** How long something took or is taking. */
export function Took({ from, until }) {
  const now = useNow();
  const end = until ? Date.parse(until) : Math.max(now, Date.now());
  return html`<span>${span(Math.max(0, (end - Date.parse(from)) / 1000))}</span>`;
}

/** A task's id that leads to its page; long ones are cut in the middle of the screen, not of the text. */
export function TaskLink({ id }) {
  return id
    ? html`<a class="id" dir="auto" href=${to(['tasks', id])} title=${id}>${id}</a>`
    : html`<span class="faint">–</span>`;
}

/** Names and what they are: [[name, value], ...]; null values are dashes. */
export function Facts({ facts }) {
  return html`<dl class="facts">
    ${facts.filter(Boolean).map(
      ([name, value]) => html`<div key=${name}>
        <dt>${name}</dt>
        <dd>${value === null || value === undefined || value === '' ? html`<span class="faint">–</span>` : value}</dd>
      </div>`,
    )}
  </dl>`;
}

/** JSON or any text, as it is, with a button that copies it. */
export function Code({ value, label }) {
  const [copied, setCopied] = useState(false);
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const copy = async () => {
    await navigator.clipboard.writeText(shown);
    setCopied(true);
  };
  return html`<div class="code">
    <pre tabindex="0" aria-label=${label}>${shown}</pre>
    ${navigator.clipboard &&
    html`<button type="button" class="small" onClick=${copy}>${copied ? t('common.copied') : t('common.copy')}</button>`}
  </div>`;
}

/** A labelled control. */
export function Field({ label, hint, children }) {
  return html`<label class="field"><span>${label}</span>${children}${hint && html`<small>${hint}</small>`}</label>`;
}

export function Input({ label, hint, value, onInput, ...rest }) {
  return html`<${Field} label=${label} hint=${hint}>
    <input type="text" value=${value ?? ''} onInput=${(e) => onInput(e.target.value)} autocomplete="off" spellcheck=${false} ...${rest} />
  <//>`;
}

/** options: [[value, text], ...]. */
export function Select({ label, value, onInput, options, any }) {
  // what stands in the address may be none of them, and holds all the same
  const unlisted = value && !options.some(([name]) => name === value) ? [[value, value]] : [];
  return html`<${Field} label=${label}>
    <select value=${value ?? ''} onChange=${(e) => onInput(e.target.value)}>
      ${any && html`<option value="">${any}</option>`}
      ${[...options, ...unlisted].map(([name, shown]) => html`<option value=${name} key=${name} selected=${name === value}>${shown}</option>`)}
    </select>
  <//>`;
}

export function Check({ label, checked, onInput }) {
  return html`<label class="check">
    <input type="checkbox" checked=${checked} onChange=${(e) => onInput(e.target.checked)} /> <span>${label}</span>
  </label>`;
}

/**
 * Asks before something is done, in a dialog that keeps the keyboard. `run` does it and gives the text that is announced; what
 * goes wrong is told inside. `ready` false: it can't be confirmed yet; `keep`: the dialog stays, and shows what came of it.
 */
export function Confirm({ title, action, tone, ready = true, keep = false, run, close, children }) {
  const dialog = useRef(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const submit = async (e) => {
    e.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const said = await run();
      if (keep) {
        setBusy(false);
      } else {
        announce(said);
        dialog.current?.close();
      }
    } catch (failed) {
      setProblem(failed);
      setBusy(false);
    }
  };
  return html`<dialog ref=${dialog} onClose=${close} aria-labelledby="dialog-title">
    <form onSubmit=${submit}>
      <h2 id="dialog-title">${title}</h2>
      ${children}
      ${problem && html`<${Failed} problem=${problem} />`}
      <footer>
        <button type="button" onClick=${() => dialog.current.close()}>${keep && !ready ? t('common.close') : t('common.cancel')}</button>
        <button type="submit" class=${tone ?? 'primary'} disabled=${busy || !ready}>
          ${busy ? t('common.working') : action}
        </button>
      </footer>
    </form>
  </dialog>`;
}

const ANNOUNCED = 'landfall-announced';

/** Says what became of an action, on the page and to a screen reader. */
export function announce(message, tone = 'good') {
  dispatchEvent(new CustomEvent(ANNOUNCED, { detail: { message, tone } }));
}

/** Where announcements appear. */
export function Announcements() {
  const [said, setSaid] = useState(null);
  useEffect(() => {
    let end;
    const hear = (e) => {
      setSaid(e.detail);
      clearTimeout(end);
      end = setTimeout(() => setSaid(null), 12000);
    };
    addEventListener(ANNOUNCED, hear);
    return () => removeEventListener(ANNOUNCED, hear);
  }, []);
  return html`<div class="announcements" role="status" aria-live="polite">
    ${said && html`<p class=${`announcement ${said.tone}`}>${said.message}</p>`}
  </div>`;
}

/** How much of something is done: `done` of `all` (null: nobody knows). */
export function Progress({ label, done, all }) {
  const part = all > 0 ? Math.min(1, done / all) : null;
  return html`<div class="progress">
    <progress aria-label=${label} ...${part === null ? {} : { value: part, max: 1 }}></progress>
    <span>${number(done)}${all > 0 ? ` / ${number(all)}` : ''}</span>
  </div>`;
}
