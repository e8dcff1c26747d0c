/** What a terminal or a mail would show as more than one value: other lines, blanks that separate, a name of another value, signs that are not seen. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}\u2028\u2029]|\s{2}|^\s|\s$|\s[\w.]+=|^$/u;

const escaped = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * A value as part of a line that staff decide by: as it is, or in quotes with what cannot be seen written out, where it
 * could pass for more than one value, or for another line.
 */
export const asLine = (value: string): string =>
  AMBIGUOUS.test(value) ? JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped) : value;
