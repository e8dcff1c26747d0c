import { personRules } from '@tessera/api/rules';
import { dictionary } from '@zxcvbn-ts/language-common';

/** 49,233 passwords of leaked lists, lower case; 28,230 of them have seven characters or more. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Digits and marks that users add to a common password: `monkey2026!`. Longer endings add enough of their own. */
const LONGEST_ENDING = 6;
const FEWEST_CHARACTERS = 4;
/** Words of a user that are shorter than this are in too many passwords by chance. */
const SHORTEST_WORD = 4;

/** The character that follows in alphabet or on the row of digits, where 0 follows 9. */
const after = (character: string): string =>
  character === '9' ? '0' : String.fromCodePoint((character.codePointAt(0) ?? 0) + 1);

const isRun = (characters: readonly string[]): boolean =>
  characters.every((each, index) => index === 0 || each === after(characters[index - 1] ?? ''));

/**
 * Whether a password is among the first that a guesser tries, ignoring case: a leaked one, one with a short ending of
 * digits and marks, a run (`abcdefgh`), a repetition (`20252025`), or three characters in all.
 */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase();
  const characters = [...text];
  if (COMMON.has(text) || /^(.{1,7})\1+$/u.test(text) || new Set(characters).size < FEWEST_CHARACTERS) return true;
  if (isRun(characters) || isRun(characters.toReversed())) return true;
  const stem = text.replace(/[^\p{L}]+$/u, '');
  return stem.length > 0 && text.length - stem.length <= LONGEST_ENDING && COMMON.has(stem);
}

/** Words of the product and its trade, which guessers add to their lists. */
const CONTEXT = ['tessera', 'bitcoin', 'ethereum', 'tether', 'crypto', 'wallet', 'exchange', 'trading', 'login'];

const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The words that a text is made of, and all of them together: `Ada.Lovelace@x.org` gives adalovelacexorg, ada, … */
const wordsOf = (text: string): string[] =>
  [text, text.split('@')[0] ?? '', ...text.split(/[^\p{L}\p{N}]+/u)].map(lettersAndDigits);

/**
 * Whether a password is little more than what is known of its user: without their words (names, addresses, numbers) and
 * those of the trade it has fewer characters than a password needs.
 */
export function isPersonal(password: string, known: readonly string[]): boolean {
  const words = [...CONTEXT, ...known.flatMap(wordsOf)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length);
  const text = lettersAndDigits(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < personRules.password.min;
}
