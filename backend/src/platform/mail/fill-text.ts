import type { LanguageCode } from '@tessera/api/rules';
import { LOCALES } from '@tessera/api/rules';
import { separators } from '@tessera/money';

/** What texts name that is a figure; all else is a name, an address or a time, and stands as it is. */
const FIGURES = new Set([
  'amount',
  'brings',
  'collateral',
  'cost',
  'fee',
  'interest',
  'least',
  'level',
  'limit',
  'liquidation',
  'min',
  'price',
  'rate',
  'ratio',
  'returned',
  'sold',
  'value',
]);

/** A decimal, alone or before its unit, each of a list. */
const DECIMAL = /(?<=^|, )([+-]?\d+)\.(\d+)(?= |,|$)/g;

/** What a text names: a figure with the decimal sign of the language, as `1.234` is a thousand and more to a German reader. */
export const namedText = (name: string, value: string, language: LanguageCode): string =>
  FIGURES.has(name) ? value.replace(DECIMAL, `$1${separators(LOCALES[language]).decimal}$2`) : value;

/** A text with `{amount}` and the like replaced by what it names; a slot without a value stays in sight. */
export const fillText = (text: string, named: Readonly<Record<string, string>>, language: LanguageCode): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => namedText(name, named[name] ?? slot, language));

/** A time (Unix ms) as texts of all languages name it, to the minute. */
export const namedTime = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
