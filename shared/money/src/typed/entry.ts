import type { DecimalString } from '../decimal.ts';
import { separators } from '../locale.ts';
import { foldSigns, UNSEEN } from './fold.ts';
import { amountOf, type Digits, readEntry, writeDigits } from './read-amount.ts';

/**
 * What a field says about an amount: it can be read as a thousand times as much or as little; it is none, or of another
 * currency; it has to be whole; its last digits were left out.
 */
export type EntryNote = 'twofold' | 'none' | 'unit' | 'whole' | 'precise';

/** An amount while it is typed. */
export type Entry = {
  /** What the field shows: with groups in the locale's signs; as it was typed while it cannot be read for certain. */
  readonly text: string;
  /** '' while there is no amount. */
  readonly value: DecimalString | '';
  readonly note: EntryNote | null;
  /** The text is what was typed, signs between groups included. */
  readonly raw: boolean;
  /** The sign that the user typed between groups; '' without one. */
  readonly grouped: string;
};

export type EntryTerms = {
  /** Fraction digits that are taken. */
  readonly scale: number;
  readonly locale: string;
  /** Code of the currency. */
  readonly unit?: string | undefined;
};

/** NUMERIC(38,18). */
const WHOLE_DIGITS = 20;

/** An amount that was not typed: a chip, a tapped price. */
export function entryOf(value: string, locale: string): Entry {
  const [whole = '', fraction] = value.split('.');
  return {
    text: writeDigits(whole, fraction, locale),
    value: /\d/.test(value) ? amountOf({ whole, fraction }) : '',
    note: null,
    raw: false,
    grouped: '',
  };
}

const rawEntry = (text: string, note: EntryNote | null, more: Partial<Entry> = {}): Entry => ({
  text,
  value: '',
  note,
  raw: true,
  grouped: '',
  ...more,
});

/** An amount as the field shows it, and what is said about it. `typed`: its signs as the user wrote them. */
function entryOfDigits(digits: Digits, typed: string, former: Entry, { scale, locale }: EntryTerms): Entry {
  const { whole, fraction, open } = digits;
  if (whole.length > WHOLE_DIGITS) return rawEntry(typed, 'none');
  if (scale === 0 && fraction !== undefined) return rawEntry(typed, digits.unfinished ? null : 'whole');
  const value = amountOf({ whole, fraction: fraction?.slice(0, scale) });
  const grouped = digits.grouped || former.grouped;
  // `1.234` that went on to `1.2345`: shown as it is read, since it was a thousand before.
  const goesOn = former.note === 'twofold' && former.grouped !== '' && digits.grouped === '' && fraction;
  const twofold = scale > 0 && (digits.twofold || Boolean(goesOn));
  if (open || (twofold && fraction !== undefined)) {
    return rawEntry(typed, twofold ? 'twofold' : null, { value, grouped });
  }
  const cut = fraction !== undefined && fraction.length > scale;
  const text = writeDigits(whole, fraction?.slice(0, scale), locale);
  return { text, value, note: cut ? 'precise' : twofold ? 'twofold' : null, raw: false, grouped };
}

/** Where the caret belongs in `text`, with `left` before it. */
function caretAfter(left: string, text: string, point: string): number {
  const digits = left.replace(/\D/g, '').length;
  let place = 0;
  for (let passed = 0; passed < digits && place < text.length; place++) if (/\d/.test(text[place] ?? '')) passed++;
  return text[place] === point && /\D$/.test(left) ? place + 1 : place;
}

/**
 * The amount after a change of the field's text. `caret` is where it stands in `input`, and where it belongs in the text
 * that is shown. `forward`: the sign after the caret was deleted.
 */
export function enter(
  former: Entry,
  input: string,
  caret: number,
  terms: EntryTerms,
  forward = false,
): { readonly entry: Entry; readonly caret: number } {
  const { group, decimal: point } = separators(terms.locale);
  const rest = former.text.endsWith(input.slice(caret)) ? input.slice(caret) : '';
  const changed = input.slice(0, input.length - rest.length);
  const kept = former.text.slice(0, former.text.length - rest.length);
  let same = 0;
  while (same < kept.length && kept[same] === changed[same]) same++;
  const folded = foldSigns(changed.slice(same).replace(UNSEEN, ''));
  // Groups are written by the field: a space between them adds nothing.
  const typed = folded.length === 1 ? folded.replace(/[ '٬]/, '') : folded;
  // The user goes on with the groups that were typed so far.
  const again = former.grouped !== '' && rest === '' && typed === former.grouped && !kept.includes(point);
  // No group has four digits in any language: the sign that the user wrote before them is a decimal one, as in a copied text.
  const fourth = former.note === 'twofold' && former.grouped !== '' && rest === '' && /^\d$/.test(typed);
  const sign = again || fourth ? former.grouped : '';
  const bare = (part: string) => (former.raw ? part : part.replaceAll(group, sign));
  const left = bare(changed.slice(0, same)) + typed;
  const text = left + bare(rest);
  if (text === '') return { entry: entryOf('', terms.locale), caret: 0 };
  const read = readEntry(text, terms.locale, terms);
  const entry =
    typeof read === 'string'
      ? rawEntry(text, read === 'unfinished' ? null : read, { grouped: former.grouped })
      : entryOfDigits(read, text, former, terms);
  if (entry.raw) return { entry, caret: left.length };
  if (rest === '') return { entry, caret: entry.text.length };
  const skipped = forward && entry.text === former.text ? 1 : 0;
  return { entry, caret: caretAfter(left, entry.text, point) + skipped };
}

/** The amount of a copied text, which takes the place of all that was in the field. */
export function pasted(text: string, terms: EntryTerms): Entry | 'none' | 'unit' {
  const read = readEntry(text, terms.locale, { unit: terms.unit, any: true });
  if (typeof read === 'string') return read === 'unit' ? read : 'none';
  return settled(entryOfDigits(read, foldSigns(text).trim(), entryOf('', terms.locale), terms), terms);
}

/** `00,012` as `0,012`; zeros at the end stay as they were typed. */
function withoutLeadingZeros(text: string, locale: string): string {
  const { group, decimal: point } = separators(locale);
  const [whole = '', fraction] = text.split(point);
  return writeDigits(whole.replaceAll(group, '').replace(/^0+/, '') || '0', fraction, locale);
}

/** The amount when the field is left: in the locale's signs, or named as none. */
export function settled(entry: Entry, { locale }: EntryTerms): Entry {
  if (!entry.raw) return entry.value === '' ? entry : { ...entry, text: withoutLeadingZeros(entry.text, locale) };
  if (entry.value === '') return entry.text !== '' && entry.note === null ? { ...entry, note: 'none' } : entry;
  return { ...entryOf(entry.value, locale), note: entry.note, grouped: entry.grouped };
}
