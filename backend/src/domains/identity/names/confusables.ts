import { UNSEEN } from '@tessera/money/typed';

/*
 * What a text looks like to a reader, for comparing names and finding links. Letters of other scripts that look like Latin
 * ones are replaced by those, after the confusables of Unicode Technical Standard 39; compatibility forms (full-width,
 * mathematical, circled) are folded by NFKC.
 */

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'Ьвʙ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєҽεɛ',
  f: 'ғƒ',
  g: 'ɡɢց',
  h: 'һнհ',
  i: 'іιıɪɩӏⅼǀ|',
  j: 'јϳ',
  k: 'кκᴋ',
  m: 'мᴍ',
  n: 'пηոɴ',
  o: 'оοσօᴏ',
  p: 'рρᴘ',
  q: 'ԛգ',
  r: 'гʀᴦ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜʋ',
  v: 'ѵνᴠ',
  w: 'ԝωшᴡ',
  x: 'хχ',
  y: 'уүγʏ',
  z: 'ᴢʐ',
  '0': 'Ο',
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** Marks on Latin, Greek and Cyrillic letters are accents, and those on no letter hide a sign; elsewhere they are vowels and tones. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]|[^\p{L}\p{M}])\p{M}+/gu;

/** The text in lower case without accents, with Latin letters for those that look like them. */
export const looksOf = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase().normalize('NFKD')]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(ACCENTS, '$1');

/** Letters that stand for one where they meet: `rn` is read as m, `vv` as w. */
export const joined = (letters: string): string => letters.replaceAll('rn', 'm').replaceAll('vv', 'w');

/**
 * What a name is compared by with other names: two that a reader takes for each other have the same. Without what is not
 * seen and what separates words; l, I and 1 are one, and O and 0, `rn` and m, `vv` and w.
 */
export function likenessOf(name: string): string {
  const looks = looksOf(name.replace(UNSEEN, ''));
  const letters = looks
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/[l1]/g, 'i')
    .replaceAll('0', 'o');
  return letters === '' ? looks : joined(letters);
}
