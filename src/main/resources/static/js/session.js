/** Who reads, and what they may do. */
import { createContext, useContext } from './lib.js';
import { get } from './api.js';

const Session = createContext({ name: '', roles: [] });
export const SessionProvider = Session.Provider;
export const useSession = () => useContext(Session);

/** Whether the reader may steer; the server asks again, whatever is shown. */
export const useOperator = () => useSession().roles.includes('operator');

/** { name, roles } of the reader. */
export const whoami = () => get('/api/me');
