/** A new index from the ledger in the old one's place. */
import { html, useState } from '../lib.js';
import { post, usePoll } from '../api.js';
import { number, t, word } from '../i18n.js';
import { to } from '../router.js';
import { useOperator } from '../session.js';
import { Age, Card, Confirm, Empty, Facts, Failed, Input, Loading, PageHead, Progress, Status, Took } from '../ui.js';

const PHASES = ['PREPARE', 'SCAN', 'COMPARE', 'SWAP', 'CHECK'];

export function Rebuild() {
  const answer = usePoll('/api/rebuild', {}, 3);
  const operator = useOperator();
  const [asked, setAsked] = useState(null);
  const [index, setIndex] = useState('');
  const rebuild = answer.data;
  const none = answer.problem?.status === 404;
  const running = rebuild?.status === 'RUNNING';
  const begin = async () => {
    const begun = await post('/api/rebuild', index.trim() === '' ? {} : { index: index.trim() });
    answer.reload();
    return t('rebuild.begun', { id: begun.id });
  };
  const stop = async () => {
    await post(`/api/rebuild/${rebuild.id}/stop`);
    answer.reload();
    return t('rebuild.stopped');
  };
  return html`<div class="page"><${PageHead} title=${t('nav.rebuild')} lead=${t('rebuild.lead')}
      actions=${operator && (running
        ? html`<button type="button" class="danger" onClick=${() => setAsked('stop')}>${t('rebuild.stop')}</button>`
        : html`<button type="button" class="primary" onClick=${() => setAsked('run')}>${t('rebuild.run')}</button>`)} />
    ${none && html`<${Card}><${Empty}>${t('rebuild.never')}<//><//>`}
    ${rebuild === null && !none && (answer.problem ? html`<${Failed} problem=${answer.problem} retry=${answer.reload} />` : html`<${Loading} />`)}
    ${rebuild &&
    html`<${Card} title=${t('rebuild.one', { id: rebuild.id, index: rebuild.index })} actions=${html`<${Status} value=${rebuild.status} />`} tone=${rebuild.status === 'FAILED' ? 'bad' : ''}>
      <ol class="phases">${PHASES.map((phase) => html`<li key=${phase} class=${phaseTone(rebuild, phase)} aria-current=${phase === rebuild.phase ? 'step' : undefined}>${word('phase', phase)}</li>`)}</ol>
      <${Progress} label=${t('rebuild.progress')} done=${rebuild.tasks} all=${Math.max(rebuild.aboutTasks, rebuild.tasks)} />
      ${rebuild.note && html`<p class="wrap">${rebuild.note}</p>`}
      <${Facts} facts=${[
        [t('rebuild.newIndex'), rebuild.newIndex && html`<code>${rebuild.newIndex}</code>`],
        [t('rebuild.oldIndices'), rebuild.oldIndices && html`<code>${rebuild.oldIndices}</code>`],
        [t('rebuild.written'), number(rebuild.written)],
        [t('rebuild.failed'), rebuild.failed > 0 ? html`<a href=${to('failures', { index: rebuild.newIndex })}>${number(rebuild.failed)}</a>` : '0'],
        [t('rebuild.compared'), number(rebuild.compared)],
        [t('rebuild.rewritten'), number(rebuild.rewritten)],
        [t('steering.by'), rebuild.startedBy],
        [t('steering.started'), html`<${Age} at=${rebuild.startedAt} />`],
        [t('rebuild.progressAt'), html`<${Age} at=${rebuild.progressAt} />`],
        [t('rebuild.swappedAt'), html`<${Age} at=${rebuild.swappedAt} />`],
        [t('common.took'), html`<${Took} from=${rebuild.startedAt} until=${rebuild.endedAt} />`],
        [t('common.node'), rebuild.node],
      ]} />
    <//>`}
    ${asked === 'run' &&
    html`<${Confirm} title=${t('rebuild.run')} action=${t('rebuild.run')} run=${begin} close=${() => setAsked(null)}>
      <p>${t('rebuild.means')}</p>
      <${Input} label=${t('common.index')} hint=${t('rebuild.indexHint')} value=${index} onInput=${setIndex} />
    <//>`}
    ${asked === 'stop' && html`<${Confirm} title=${t('rebuild.stop')} action=${t('rebuild.stop')} tone="danger" run=${stop} close=${() => setAsked(null)}><p>${t('rebuild.stopMeans')}</p><//>`}
  </div>`;
}

function phaseTone(rebuild, phase) {
  const here = PHASES.indexOf(rebuild.phase);
  const at = PHASES.indexOf(phase);
  if (at < here || rebuild.status === 'DONE') {
    return 'past';
  }
  return at === here ? 'now' : '';
}
