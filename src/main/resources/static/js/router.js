/** Where the reader is: `#/failures/7?status=PENDING` is { path: ['failures', '7'], query: { status: 'PENDING' } }. */
import { useEffect, useState } from './lib.js';

function read() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function useRoute() {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const moved = () => setRoute(read());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return route;
}

/** The address of a page: segments are encoded, empty parameters left out. */
export function to(segments, query = {}) {
  const path = [].concat(segments).map((one) => encodeURIComponent(one)).join('/');
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return `#/${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

export function go(segments, query) {
  location.hash = to(segments, query);
}
