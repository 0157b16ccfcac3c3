/** Whether tasks land, what is stuck, and why: the page that is looked at first. */
import { html } from '../lib.js';
import { t } from '../i18n.js';
import { Card, Empty, PageHead } from '../ui.js';

export function Overview() {
  return html`<${PageHead} title=${t('nav.overview')} />
    <${Card}><${Empty} /><//>`;
}
