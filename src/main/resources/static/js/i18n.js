/**
 * The words of the pages. They lie in /i18n/en.json and /i18n/zh.json, flat, with the same keys in both; a key is always a
 * literal where it is used, `t('nav.tasks')`, or a literal beginning, `t('state.' + state)`, for tests look for that.
 */
const LANGUAGES = { en: 'English', zh: '中文' };
const KEPT = 'landfall.language';

function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (kept in LANGUAGES) {
    return kept;
  }
  return navigator.languages.some((one) => one.toLowerCase().startsWith('zh')) &&
    !navigator.languages[0].toLowerCase().startsWith('en')
    ? 'zh'
    : 'en';
}

/** 'en' or 'zh'. */
export const language = preferred();
export const languages = LANGUAGES;

const words = await (await fetch(`/i18n/${language}.json`)).json();
document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';

/** Keeps the choice and shows the same page in it. */
export function speak(other) {
  localStorage.setItem(KEPT, other);
  location.reload();
}

/** The text of a key, with `{name}` replaced by values. */
export function t(key, values = {}) {
  const text = words[key];
  if (text === undefined) {
    console.warn(`no word for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of a key if there is one, else the word itself: for words that servers and plug-ins may add to. */
export function word(group, name) {
  return words[`${group}.${name}`] ?? name;
}

const numbers = new Intl.NumberFormat(language);

/** 12,345; null and undefined are a dash. */
export function number(value) {
  return value === null || value === undefined ? '–' : numbers.format(value);
}

/** Bytes as B, KB or MB. */
export function bytes(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  if (value < 1024) {
    return `${value} B`;
  }
  const kilo = value / 1024;
  return kilo < 1024 ? `${kilo.toFixed(kilo < 10 ? 1 : 0)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}

const UNITS = [
  ['unit.d', 86400],
  ['unit.h', 3600],
  ['unit.m', 60],
  ['unit.s', 1],
];

/** Seconds, as exact as it takes: `12 ms`, `0.4 s`, `2 m 5 s`, `14 m`, `3 d 4 h`. */
export function span(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) {
    return '–';
  }
  if (seconds < 1) {
    return `${Math.round(seconds * 1000)} ${t('unit.ms')}`;
  }
  if (seconds < 10 && !Number.isInteger(seconds)) {
    return `${seconds.toFixed(1)} ${t('unit.s')}`;
  }
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const [name, size] = UNITS[first];
  const whole = Math.floor(seconds / size);
  const next = UNITS[first + 1];
  const rest = next && whole < 10 ? Math.floor((seconds % size) / next[1]) : 0;
  return `${whole} ${t(name)}${rest ? ` ${rest} ${t(next[0])}` : ''}`;
}

/** Seconds of an ISO-8601 duration such as PT1M30.5S; null when it is none. */
export function seconds(duration) {
  const parts = /^PT?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration ?? '');
  if (!parts) {
    return null;
  }
  const [, days = 0, hours = 0, minutes = 0, rest = 0] = parts;
  return days * 86400 + hours * 3600 + minutes * 60 + Number(rest);
}

/** How long ago, or in how long: `3 m ago`, `in 20 s`. */
export function relative(at, now = Date.now()) {
  const away = (now - Date.parse(at)) / 1000;
  if (Math.abs(away) < 1) {
    return t('time.now');
  }
  const text = span(Math.floor(Math.abs(away)));
  return away > 0 ? t('time.ago', { span: text }) : t('time.in', { span: text });
}

/** For how long by now: `3 m`. */
export function lasting(at, now = Date.now()) {
  return span(Math.max(0, Math.floor((now - Date.parse(at)) / 1000)));
}

/** `in 20 s`, or that it is due. */
export function coming(at, now = Date.now()) {
  return Date.parse(at) - now < 1000 ? t('time.due') : relative(at, now);
}

/** The reader's time of day; with the day when that is another. */
export function clock(at, now = new Date()) {
  const date = new Date(at);
  const day = date.toDateString() === now.toDateString() ? {} : { month: 'short', day: 'numeric' };
  return date.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', { ...day, hour: '2-digit', minute: '2-digit', hour12: false });
}

/** The same instant in UTC and in the reader's own time. */
export function absolute(at) {
  const date = new Date(at);
  const local = date.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hour12: false,
  });
  return `${date.toISOString()} · ${local} ${t('time.local')}`;
}
