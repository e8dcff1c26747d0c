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
export const foldTyped = (text: string): string => foldSigns(text.replace(UNSEEN, '')).trim();
