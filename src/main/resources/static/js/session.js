/** Who reads, and what they may do. */
import { createContext, useContext } from './lib.js';
import { get } from './api.js';

const Session = createContext({ name: '', roles: [] });
export const SessionProvider = Session.Provider;
export const useSession = () => useContext(Session);

/** Whether the reader may steer; the server asks again, whatever is shown. */
export const useOperator = () => useSession().roles.includes('operator');

export async function whoami() {
  try {
    return await get('/api/me');
  } catch (e) {
    if (e.status === 404) {
      return { name: '', roles: ['viewer', 'operator', 'admin'] };
    }
    throw e;
  }
}
