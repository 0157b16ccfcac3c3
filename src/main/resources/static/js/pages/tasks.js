/** Where every task is. */
import { html, useState } from '../lib.js';
import { useList } from '../api.js';
import { t, word } from '../i18n.js';
import { go } from '../router.js';
import { Filters, only } from '../filters.js';
import { Age, Badge, Card, Input, List, PageHead, State, TaskLink } from '../ui.js';
import { Task } from './task.js';

const STATES = ['TO_ANALYZE', 'ANALYZING', 'ANALYZED', 'FAILED', 'TO_RETRY'];
const FINAL = ['ANALYZED', 'FAILED'];
const AGES = ['5m', '10m', '1h', '6h', '24h', '7d'];
const NAMES = ['state', 'olderThan', 'unlanded', 'taskType', 'model', 'index', 'sort'];

export function Tasks({ path, query }) {
  return path.length > 0 ? html`<${Task} key=${path.join('/')} id=${path.join('/')} />` : html`<${TaskList} query=${query} />`;
}

function TaskList({ query }) {
  // by age go only those that are not final
  const filter = only(query, FINAL.includes(query.state) ? NAMES.filter((name) => name !== 'sort') : NAMES);
  const list = useList('/api/tasks', { ...filter, limit: 50 });
  const fields = [
    { name: 'state', label: t('tasks.state'), options: STATES.map((one) => [one, word('state', one)]) },
    { name: 'olderThan', label: t('tasks.olderThan'), options: AGES.map((one) => [one, one]) },
    {
      name: 'unlanded', label: t('tasks.landed'),
      options: [['true', t('tasks.unlanded')], ['false', t('tasks.landedOnly')]],
    },
    { name: 'taskType', label: t('tasks.type') },
    { name: 'model', label: t('tasks.model') },
    { name: 'index', label: t('common.index') },
    { name: 'sort', label: t('tasks.sort'), any: t('tasks.sort.id'), options: [['oldest', t('tasks.sort.oldest')]] },
  ];
  const columns = [
    { key: 'id', label: t('common.task'), kind: 'grow', render: (row) => html`<${TaskLink} id=${row.taskId} />` },
    {
      key: 'state', label: t('tasks.state'),
      render: (row) => html`<${State} value=${row.state} /> ${row.deletedAt && html`<${Badge}>${t('tasks.deleted')}<//>`}`,
    },
    { key: 'since', label: t('tasks.since'), kind: 'time', render: (row) => html`<${Age} at=${row.stateSince} />` },
    {
      key: 'landed', label: t('tasks.landed'), kind: 'short',
      render: (row) => (row.unlanded ? html`<${Badge} tone="bad" title=${t('overview.means.unlanded')}>${t('tasks.unlanded')}<//>` : html`<span class="muted">${t('tasks.landedOnly')}</span>`),
    },
    { key: 'attempt', label: t('tasks.attempt'), kind: 'num' },
    { key: 'taskType', label: t('tasks.type'), kind: 'name' },
    { key: 'model', label: t('tasks.model'), kind: 'name' },
    { key: 'platform', label: t('tasks.platform'), kind: 'name' },
    { key: 'updated', label: t('tasks.updated'), kind: 'time', render: (row) => html`<${Age} at=${row.updatedAt} />` },
  ];
  return html`<div class="page"><${PageHead} title=${t('nav.tasks')} lead=${t('tasks.lead')} actions=${html`<${Find} />`} />
    <${Filters} page="tasks" query=${filter} fields=${fields} />
    <${Card}><${List} list=${list} caption=${t('nav.tasks')} columns=${columns} rowKey=${(row) => row.taskId} empty=${t('tasks.none')} /><//>
  </div>`;
}

function Find() {
  const [id, setId] = useState('');
  const submit = (e) => {
    e.preventDefault();
    if (id.trim() !== '') {
      go(['tasks', id]);
    }
  };
  return html`<form class="find" onSubmit=${submit}>
    <${Input} label=${t('tasks.find')} value=${id} onInput=${setId} dir="auto" />
    <button type="submit">${t('tasks.open')}</button>
  </form>`;
}
