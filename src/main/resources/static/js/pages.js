/** Every page by its name in the address, and their order in the navigation. */
import { Alarms } from './pages/alarms.js';
import { Audit } from './pages/audit.js';
import { DeadLetters } from './pages/deadletters.js';
import { Failures } from './pages/failures.js';
import { Health } from './pages/health.js';
import { Operators } from './pages/operators.js';
import { Outbox } from './pages/outbox.js';
import { Overview } from './pages/overview.js';
import { Rebuild } from './pages/rebuild.js';
import { Compensation, Inspection } from './pages/steering.js';
import { Tasks } from './pages/tasks.js';
import { Transactions } from './pages/transactions.js';

export const pages = {
  overview: Overview,
  alarms: Alarms,
  tasks: Tasks,
  failures: Failures,
  'dead-letters': DeadLetters,
  compensation: Compensation,
  inspection: Inspection,
  outbox: Outbox,
  audit: Audit,
  rebuild: Rebuild,
  transactions: Transactions,
  health: Health,
  operators: Operators,
};

export const groups = [
  ['overview', 'alarms'],
  ['tasks', 'failures', 'dead-letters'],
  ['compensation', 'inspection', 'outbox'],
  ['audit', 'rebuild'],
  ['health', 'transactions', 'operators'],
];
