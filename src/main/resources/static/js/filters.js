/** Filters of a list, kept in the address: a page can be sent to a colleague as it is. */
import { html, useEffect, useState } from './lib.js';
import { t } from './i18n.js';
import { go } from './router.js';
import { Input, Select } from './ui.js';

/**
 * fields: [{ name, label, options: [[value, text]], any, hint }]; without options it is a text. A choice applies at once, a text
 * with the button or Enter.
 */
export function Filters({ page, query, fields }) {
  const [draft, setDraft] = useState(query);
  const shown = JSON.stringify(query);
  useEffect(() => setDraft(query), [shown]);
  const apply = (values) => go(page, values);
  const submit = (e) => {
    e.preventDefault();
    apply(draft);
  };
  const active = Object.keys(query).length > 0;
  return html`<details class="filter-box" open=${active || !matchMedia('(max-width: 640px)').matches}>
    <summary>${t('filter.title')}</summary>
    <form class="filters" role="search" aria-label=${t('filter.title')} onSubmit=${submit}>
    ${fields.map((field) => {
      const change = (value) => setDraft({ ...draft, [field.name]: value });
      return field.options
        ? html`<${Select}
            key=${field.name} label=${field.label} value=${draft[field.name]} options=${field.options} any=${field.any ?? t('filter.any')}
            onInput=${(value) => apply({ ...draft, [field.name]: value })} />`
        : html`<${Input} key=${field.name} label=${field.label} value=${draft[field.name]} placeholder=${field.hint} onInput=${change} />`;
    })}
    <div class="buttons">
      <button type="submit">${t('filter.apply')}</button>
      ${active && html`<button type="button" class="link" onClick=${() => go(page)}>${t('filter.clear')}</button>`}
    </div>
  </form></details>`;
}

/** Only the named ones of a query. */
export const only = (query, names) => Object.fromEntries(names.filter((name) => query[name]).map((name) => [name, query[name]]));
