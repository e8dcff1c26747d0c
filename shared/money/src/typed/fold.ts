const FULL_WIDTH = 0xfee0;

/** Digits of a script stand in tens, and its zero at 0 or 6 of a row of sixteen. */
function latinDigit(digit: string): string {
  const row = digit.charCodeAt(0) & 0xfff0;
  const place = digit.charCodeAt(0) - row;
  return String(/\p{Nd}/u.test(String.fromCharCode(row)) ? place : place - 6);
}

/**
 * Signs of other keyboards as ASCII has them: full-width signs, digits of every script, spaces, dashes and quotes. Each
 * stays one sign, so that a caret keeps its place.
 */
export const foldSigns = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH))
    .replace(/[\u0080-\uffff]/g, (sign) => (/\p{Nd}/u.test(sign) ? latinDigit(sign) : sign))
    .replace(/[\s\u2800\u3164\u115f\u1160\uffa0]/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[‘’‛ʼ′`´]/g, "'");

/** Marks that are not seen: zero-width, direction, soft hyphens, variants of a picture. */
export const UNSEEN = /\p{Cf}|\u034f|\p{Variation_Selector}/gu;

/** What was meant by a number, an address or a code that was typed or copied: signs folded, nothing unseen, no ends. */
export const foldTyped = (text: string): string =>
  // Most texts hold nothing to fold.
  (/^[ -~]*$/.test(text) ? text : foldSigns(text.replace(UNSEEN, ''))).trim();

/** Forms of letters that stand for the letters themselves: ligatures, Arabic ones by their place, full and half width. */
const FORMS = /[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc\uff01-\uffee]+/g;
/** Letters in a row never need one to be shown rightly. */
const NEVER_JOINED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether the sign at a place is a joiner that spelling needs: between letters of Persian, Hindi, Sinhala and the like. */
function joins(text: string, at: number): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const isJoiner = text[at] === '\u200c' || text[at] === '\u200d';
  return isJoiner && /[\p{L}\p{M}]/u.test(before) && !NEVER_JOINED.test(before) && /^\p{L}/u.test(text.slice(at + 1));
}

/**
 * A name or an address as it is stored: spaces, dashes, quotes and commas of all keyboards as one of each, letters in their
 * usual form, and of what is not seen only the joiners that spelling needs.
 */
export const foldText = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.trim().replace(/ +/g, ' ')
    : text
        .normalize('NFC')
        .replace(FORMS, (run) => run.normalize('NFKC'))
        .replace(UNSEEN, (sign, at: number, whole: string) => (joins(whole, at) ? sign : ''))
        .replace(/[\s\u2800\u3164\u115f\u1160]+/g, ' ')
        .replace(/[\p{Pd}\u2212]/gu, '-')
        .replace(/[‘’‛ʼ′`´]/g, "'")
        .replace(/(\p{Script=Hebrew})["“”„](?=\p{Script=Hebrew})/gu, '$1״')
        .replace(/[،、﹐]/g, ',')
        .replace(/॰/g, '.')
        .trim();

/**
 * The text without accents. Marks are accents on Latin, Greek and Cyrillic letters alone: elsewhere they are vowels, tones
 * and consonants, and tell one word from another.
 */
export const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1');
