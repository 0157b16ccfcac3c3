/** What an alarm is about, and what to do about it, by the beginning of its key; null: nobody has a word for it. */
import { word } from './i18n.js';

const kind = (key) => key.split(':')[0];
const known = (text, key) => (text === kind(key) ? null : text);

export const alarmName = (key) => known(word('alarm', kind(key)), key);
export const advice = (key) => known(word('advice', kind(key)), key);
