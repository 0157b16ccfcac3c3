/** Every page by its name in the address, and their order in the navigation. */
import { Overview } from './pages/overview.js';

export const pages = {
  overview: Overview,
};

export const groups = [['overview']];
