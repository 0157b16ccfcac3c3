/** The way to /api: JSON in, JSON out, problem+json as `Problem`, and hooks that ask again by themselves. */
import { useCallback, useEffect, useRef, useState } from './lib.js';
import { t } from './i18n.js';

/** What a server, or the way to it, said instead of an answer. `status` 0: nobody answered. */
export class Problem extends Error {
  constructor(status, detail, body = null) {
    super(detail);
    this.status = status;
    this.body = body;
  }
}

const PLACE = 'landfall.place';

/** Where the reader was when the login ended: there they are again after the next one. */
export function comeBack() {
  const place = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (place && location.hash === '') {
    history.replaceState(null, '', place);
  }
}

async function ask(method, path, body, signal) {
  const headers = { Accept: 'application/json, application/problem+json', 'X-Requested-With': 'fetch' };
  if (method !== 'GET') {
    headers['Content-Type'] = 'application/json';
  }
  let response;
  let text;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await response.text();
  } catch (e) {
    if (e.name === 'AbortError') {
      throw e;
    }
    throw new Problem(0, t('error.unreachable'));
  }
  if (response.status === 401) {
    sessionStorage.setItem(PLACE, location.hash);
    location.assign('/login');
  }
  let json = null;
  try {
    json = text === '' ? null : parse(text);
  } catch {
    throw new Problem(response.status, t('error.unreadable', { status: response.status }));
  }
  if (!response.ok) {
    throw new Problem(response.status, json?.detail ?? json?.title ?? t('error.status', { status: response.status }), json);
  }
  return json;
}

/** Whole numbers that a double can't hold (versions of shared documents may be) stay exact, as texts. */
function parse(text) {
  return JSON.parse(text, (key, value, context) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
      ? context.source
      : value,
  );
}

export const get = (path, parameters, signal) => ask('GET', address(path, parameters), undefined, signal);
export const post = (path, body = {}) => ask('POST', path, body);
export const patch = (path, body) => ask('PATCH', path, body);

/** Parameters that are null, undefined or empty are left out. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** In milliseconds: who has not answered by then does not. */
const PATIENCE = 30000;

/**
 * One answer, asked again every `every` seconds while the page is seen (0: only once), and not before the last time has been
 * answered: a server that is slower than that is waited for. A failed repeat keeps the last data.
 * Gives { data, problem, loading, reload, at }; path null: nothing is asked.
 */
export function usePoll(path, parameters, every = 10) {
  const target = path === null ? null : address(path, parameters);
  const [state, setState] = useState({ target, data: null, problem: null, loading: true, at: null });
  const running = useRef(null);

  const reload = useCallback(async () => {
    if (target === null) {
      return;
    }
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    try {
      const data = await get(target, {}, AbortSignal.any([mine.signal, AbortSignal.timeout(PATIENCE)]));
      setState({ target, data, problem: null, loading: false, at: Date.now() });
    } catch (e) {
      if (e.name === 'AbortError') {
        return;
      }
      setState((last) => ({
        target,
        data: last.target === target && e.status !== 404 ? last.data : null,
        problem: e,
        loading: false,
        at: last.at,
      }));
    } finally {
      if (running.current === mine) {
        running.current = null;
      }
    }
  }, [target]);

  useEffect(() => {
    reload();
    const beat =
      every > 0 &&
      setInterval(() => {
        if (!document.hidden && running.current === null) {
          reload();
        }
      }, every * 1000);
    return () => {
      clearInterval(beat);
      running.current?.abort();
    };
  }, [reload, every]);

  // the answer to another question is none to this one
  return state.target === target ? { ...state, reload } : { data: null, problem: null, loading: true, at: null, reload };
}

/**
 * A list of the API, part by part. Only the first part is asked again by itself: what is being read must not move. Gives
 * { items, next, problem, loading, more, reload }; items null: nothing is known yet.
 */
export function useList(path, parameters, every = 10) {
  const first = usePoll(path, parameters, every);
  const target = path === null ? null : address(path, parameters);
  const [rest, setRest] = useState({ target, parts: [], problem: null, loading: false });
  const mine = rest.target === target ? rest : { target, parts: [], problem: null, loading: false };
  const parts = mine.parts.length > 0 ? mine.parts : first.data ? [first.data] : [];
  const last = parts[parts.length - 1];

  const more = async () => {
    setRest({ ...mine, loading: true });
    try {
      const part = await get(path, { ...parameters, after: last.next });
      setRest({ target, parts: [...parts, part], problem: null, loading: false });
    } catch (e) {
      setRest({ ...mine, problem: e, loading: false });
    }
  };
  const reload = () => {
    setRest({ target, parts: [], problem: null, loading: false });
    return first.reload();
  };
  return {
    items: parts.length > 0 ? parts.flatMap((part) => part.items) : null,
    next: last?.next ?? null,
    problem: mine.problem ?? first.problem,
    loading: first.loading || mine.loading,
    more,
    reload,
  };
}
