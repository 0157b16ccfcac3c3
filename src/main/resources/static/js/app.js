/** The frame: who reads, where they are, and the page of that place. */
import { html, render, useEffect, useState } from './lib.js';
import { comeBack, usePoll } from './api.js';
import { keepFocus } from './focus.js';
import { language, languages, speak, t } from './i18n.js';
import { useRoute, to } from './router.js';
import { SessionProvider, whoami } from './session.js';
import { Announcements, Failed, Loading } from './ui.js';
import { pages, groups } from './pages.js';

const THEME = 'landfall.theme';

function useTheme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'system');
  const choose = (name) => {
    if (name === 'system') {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(THEME);
    } else {
      document.documentElement.dataset.theme = name;
      localStorage.setItem(THEME, name);
    }
    setTheme(name);
    dispatchEvent(new Event('landfall-theme'));
  };
  return [theme, choose];
}

/** Open alarms by the worst severity, on every page. */
function AlarmLight() {
  const alarms = usePoll('/api/alarms', { open: true, limit: 200 }, 15);
  const worst = (alarms.data?.items ?? []).map((one) => one.severity).sort()[0];
  const count = alarms.data?.items.length ?? 0;
  const tone = count === 0 ? 'quiet' : worst === 'P3' ? 'info' : worst === 'P2' ? 'warn' : 'bad';
  // one element that stays: what changes in it is told
  return html`<span role="status">
    ${alarms.problem
      ? html`<span class="light bad">${t('frame.noAnswer')}</span>`
      : alarms.data === null
        ? html`<span class="light quiet">…</span>`
        : html`<a class=${`light ${tone}`} href=${to('alarms')}>${count === 0 ? t('frame.noAlarms') : t('frame.alarms', { n: count, worst })}</a>`}
  </span>`;
}

function Settings({ session }) {
  const [theme, choose] = useTheme();
  return html`<div class="settings">
    <label><span class="unseen">${t('frame.language')}</span>
      <select id="language" value=${language} onChange=${(e) => speak(e.target.value)}>
        ${Object.entries(languages).map(([key, name]) => html`<option value=${key} lang=${key} selected=${key === language}>${name}</option>`)}
      </select>
    </label>
    <label><span class="unseen">${t('frame.theme')}</span>
      <select id="theme" value=${theme} onChange=${(e) => choose(e.target.value)}>
        ${['system', 'light', 'dark'].map((name) => html`<option value=${name} selected=${name === theme}>${t('theme.' + name)}</option>`)}
      </select>
    </label>
    ${session.name && html`<span class="who" title=${session.roles.join(', ')}>${session.name}</span>`}
    <form method="post" action="/logout"><button type="submit" class="link">${t('frame.logout')}</button></form>
  </div>`;
}

function Navigation({ current, open }) {
  return html`<nav id="navigation" class=${open ? 'open' : ''} aria-label=${t('frame.navigation')}>
    ${groups.map(
      (group) => html`<ul key=${group.join()}>
        ${group.map(
          (name) => html`<li key=${name}>
            <a href=${to(name)} aria-current=${name === current ? 'page' : undefined}>${t('nav.' + name)}</a>
          </li>`,
        )}
      </ul>`,
    )}
  </nav>`;
}

function Frame({ session }) {
  const route = useRoute();
  const [open, setOpen] = useState(false);
  const name = route.path[0] in pages ? route.path[0] : 'overview';
  const Page = pages[name];
  const place = route.path.join('/');
  useEffect(() => {
    setOpen(false);
    scrollTo(0, 0);
    // a screen reader is told where it is now; nothing is moved on the first page
    if (document.activeElement && document.activeElement !== document.body) {
      document.getElementById('page-title')?.focus({ preventScroll: true });
    }
  }, [place]);
  return html`<${SessionProvider} value=${session}>
    <a class="skip" href="#main" onClick=${skip}>${t('frame.skip')}</a>
    <header class="bar">
      <button type="button" class="menu" aria-expanded=${open} aria-controls="navigation" onClick=${() => setOpen(!open)}>
        <span class="unseen">${t('frame.navigation')}</span><span aria-hidden="true">☰</span>
      </button>
      <a class="brand" href="#/"><img src="/icon.svg" alt="" width="24" height="24" /> Landfall</a>
      <${AlarmLight} />
      <${Settings} session=${session} />
    </header>
    <${Navigation} current=${name} open=${open} />
    <main id="main" tabindex="-1"><${Page} key=${name} path=${route.path.slice(1)} query=${route.query} /></main>
    <${Announcements} />
  <//>`;
}

/** The hash is the place: the link must not change it. */
function skip(e) {
  e.preventDefault();
  document.getElementById('main').focus();
}

function App() {
  const [session, setSession] = useState(null);
  const [problem, setProblem] = useState(null);
  const enter = () => {
    setProblem(null);
    whoami().then(setSession, setProblem);
  };
  useEffect(enter, []);
  if (session) {
    return html`<${Frame} session=${session} />`;
  }
  return problem ? html`<main class="alone"><${Failed} problem=${problem} retry=${enter} /></main>` : html`<${Loading} />`;
}

comeBack();
keepFocus();
render(html`<${App} />`, document.getElementById('app'));
