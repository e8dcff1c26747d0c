import type { StaffInstrument, StaffInstrumentChange } from '@tessera/api/instruments';
import { readAmount } from '@tessera/money/typed';
import { texts } from '../texts.ts';

export type TermName = keyof typeof texts.instruments.fields;
export type Terms = Readonly<Record<TermName, string>>;

export const termNames = Object.keys(texts.instruments.fields) as readonly TermName[];

/** A number without an exponent, which the backend reads as no decimal. */
const plain = (value: number): string =>
  value.toLocaleString('en-GB', { useGrouping: false, maximumFractionDigits: 18, maximumSignificantDigits: 15 });

/** As a field shows a term, and as the backend takes it. */
function shown(value: StaffInstrument[TermName]): string {
  if (value === null) return 'rule';
  if (typeof value === 'number') return plain(value);
  if (typeof value === 'string') return value;
  const parts = value.map((part) => (typeof part === 'object' ? `${part.limit}:${part.multiple}` : part));
  return parts.length === 0 ? 'none' : parts.join(',');
}

export const termsOf = (instrument: StaffInstrument): Terms =>
  Object.fromEntries(termNames.map((name) => [name, shown(instrument[name])])) as Terms;

/** Terms that are words or lists. All others are numbers, which people type and copy with signs between thousands. */
const WORDS: ReadonlySet<TermName> = new Set(['name', 'trades', 'multiples', 'tiers', 'calendar', 'countries']);

/** What was typed, as the backend takes it: a number without groups; words such as `rule` as they are. */
export function entered(name: TermName, text: string): string {
  const typed = text.trim();
  if (WORDS.has(name)) return typed;
  const read = readAmount(typed, 'en-GB');
  return 'value' in read ? read.value : typed;
}

/** What was typed and differs, by the names of the call. Blank fields stay as they are. */
export const changesOf = (before: Terms, typed: Terms): Partial<Record<TermName, string>> =>
  Object.fromEntries(
    termNames.flatMap((name) => {
      const value = entered(name, typed[name]);
      return value === '' || value === before[name] ? [] : [[name, value]];
    }),
  );

/** The request of a change; the form sends all values as text, and the contract reads numbers from it. */
export const changeRequest = (
  { symbol, version }: Pick<StaffInstrument, 'symbol' | 'version'>,
  changes: Partial<Record<TermName, string>>,
  reason: string,
): StaffInstrumentChange => {
  const { max_price_age_ms: age, ...rest } = changes;
  return { symbol, version, reason, ...rest, ...(age !== undefined && { max_price_age_ms: Number(age) }) };
};
