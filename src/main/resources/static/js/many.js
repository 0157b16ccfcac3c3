/** An action on many: first it is counted, then it is done only if it is still that many. */
import { html, useEffect, useState } from './lib.js';
import { post } from './api.js';
import { number, t } from './i18n.js';
import { Confirm, Facts, Failed, Input, Loading } from './ui.js';

/** "#7, #8, #9, #10, #11 and 37 more". */
function firstOf({ first, number: all }) {
  const ids = first.map((id) => `#${id}`).join(', ');
  return all > first.length ? t('many.first', { ids, n: number(all - first.length) }) : ids;
}

/**
 * filter: what it is for, an object of texts; empty: everything, which is said. `labels` names the filter's fields; withReason:
 * a reason is asked for and sent along, as `reasonAs`; `meaning`: what an empty filter means.
 */
export function Many({ title, action, tone, path, filter, labels, withReason, reasonAs = 'reason', meaning = t('many.all'), done, close }) {
  const [counted, setCounted] = useState(null);
  const [problem, setProblem] = useState(null);
  const [reason, setReason] = useState('');
  const given = Object.keys(filter).length > 0 ? filter : { all: true };
  useEffect(() => {
    post(path, { ...given, dryRun: true }).then(setCounted, setProblem);
  }, []);
  const run = async () => {
    const said = withReason ? { [reasonAs]: reason } : {};
    // counted over the limit, a number is expected of no use: the server takes what the limit allows
    const expected = counted.more ? {} : { expected: counted.number };
    const result = await post(path, { ...given, ...said, ...expected });
    done();
    return t('many.done', { action, n: number(result.number) });
  };
  const ready = counted !== null && counted.number > 0 && (!withReason || reason.trim() !== '');
  return html`<${Confirm} title=${title} action=${action} tone=${tone} ready=${ready} run=${run} close=${close}>
    <${Facts} facts=${Object.keys(filter).length > 0
      ? Object.entries(filter).map(([name, value]) => [labels[name] ?? name, value])
      : [[t('many.filter'), meaning]]} />
    ${problem && html`<${Failed} problem=${problem} />`}
    ${!problem && counted === null && html`<${Loading} />`}
    ${counted &&
    html`<p role="status" class="counted"><strong>${number(counted.number)}</strong> ${t(counted.number === 0 ? 'many.none' : 'many.counted')}
      ${counted.more && html` ${t('many.more')}`}</p>
      ${counted.number > 0 && html`<p class="mono wrap">${firstOf(counted)}</p>`}`}
    ${withReason && html`<${Input} label=${t('failures.why')} value=${reason} onInput=${setReason} required maxlength="1000" />`}
  <//>`;
}
