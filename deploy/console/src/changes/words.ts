import type { StaffChange } from '@tessera/api/staff';
import { formatDuration, formatMinute } from '../figures/format.ts';
import { texts } from '../texts.ts';
import type { Change } from './queries.ts';

const words = texts.changes;

const fieldNames: Readonly<Record<string, string>> = {
  ...texts.treasury.fields,
  ...texts.instruments.fields,
  ...words.fields,
};

export const nameOfField = (name: string): string => fieldNames[name] ?? words.field(name);

/** `60 min after the approval` */
export const delayWords = ({ delay_ms }: Pick<StaffChange, 'delay_ms'>): string =>
  delay_ms === 0 ? words.atOnce : words.delay(formatDuration(delay_ms));

const TIME = /(?:_at|_time|^until)$/;
const partOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(String).join(': ') : String(value);

/** A value as members read it: times, lists and yes or no; all else as it was sent. */
export function valueWords(name: string, value: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? words.yes : words.no;
  if (TIME.test(name) && /^\d{12,14}$/.test(value)) return formatMinute(Number(value));
  if (!/^[[{]/.test(value)) return value === '' ? words.unset : value;
  const parsed: unknown = JSON.parse(value);
  const parts = Array.isArray(parsed) ? parsed : Object.entries(Object(parsed)).map(([key, each]) => `${key}: ${each}`);
  return parts.length === 0 ? words.unset : parts.map(partOf).join(', ');
}

/** Where a change stands. */
export function stateWords(change: Change): string {
  const { state, decided_by, expires_at, runs_at, ended_at, failure } = change;
  const by = decided_by ?? '';
  const ended = ended_at === null ? '' : formatMinute(ended_at);
  switch (state) {
    case 'proposed':
      return words.states.proposed(formatMinute(expires_at), delayWords(change));
    case 'approved':
      return words.states.approved(by, runs_at === null ? '' : formatMinute(runs_at));
    case 'failed':
      return words.states.failed(by, ended, failure ?? '');
    case 'withdrawn':
    case 'expired':
      return words.states[state](ended);
    default:
      return words.states[state](by, ended);
  }
}
