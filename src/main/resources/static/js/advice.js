/** What to do about an alarm, by the beginning of its key; null: nobody has a word for it. */
import { word } from './i18n.js';

export function advice(key) {
  const kind = key.split(':')[0];
  const text = word('advice', kind);
  return text === kind ? null : text;
}
