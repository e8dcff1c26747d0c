import type { RuleFailure } from './failure.ts';

/** Lengths count code points, not UTF-16 units. */
export const personRules = {
  password: { min: 7, max: 128 },
  code: { length: 6 },
  payPassword: { length: 6 },
  nickname: { min: 2, max: 10 },
  signature: { min: 2, max: 30 },
  email: { max: 254 },
  mobile: { min: 5, max: 15 },
} as const;

const length = (text: string): number => [...text].length;

const lengthFailure = (text: string, { min, max }: { min: number; max: number }): RuleFailure | null => {
  const count = length(text);
  if (count < min) return { code: 'field_too_short', params: { min } };
  if (count > max) return { code: 'field_too_long', params: { max } };
  return null;
};

const digitsFailure = (text: string, count: number): RuleFailure | null =>
  new RegExp(`^[0-9]{${count}}$`).test(text) ? null : { code: 'field_wrong_length', params: { length: count } };

const required = (text: string): RuleFailure | null => (text === '' ? { code: 'field_required' } : null);

/** Longer than six characters; the server checks for common passwords. */
export const checkPassword = (text: string): RuleFailure | null =>
  required(text) ?? lengthFailure(text, personRules.password);

/** A verification code or an authenticator code: six digits. */
export const checkCode = (text: string): RuleFailure | null =>
  required(text) ?? digitsFailure(text, personRules.code.length);

/** Token of the link in a mailed code: 256 bits, base64url. */
export const isLinkToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** A mailed code, or the token of the link beside it. */
export const checkMailedCode = (text: string): RuleFailure | null => (isLinkToken(text) ? null : checkCode(text));

export const checkPayPassword = (text: string): RuleFailure | null =>
  required(text) ?? digitsFailure(text, personRules.payPassword.length);

const isStep =
  (step: number) =>
  (digits: readonly number[]): boolean =>
    digits.every((digit, index) => index === 0 || digit === ((digits[index - 1] ?? 0) + step + 10) % 10);
const isRise = isStep(1);
const isFall = isStep(-1);

/** Three keys of a number pad in a row, forwards and backwards. */
const LINES = new Set(
  ['123', '456', '789', '147', '258', '369', '159', '357', '580'].flatMap((line) => [
    line,
    [...line].reverse().join(''),
  ]),
);
/** Column and row of a key on the pad of a phone. */
const placeOf = (digit: number): readonly [number, number] =>
  digit === 0 ? [1, 3] : [(digit - 1) % 3, Math.floor((digit - 1) / 3)];
const isNextTo = (one: number, other: number): boolean => {
  const [[x, y], [u, v]] = [placeOf(one), placeOf(other)];
  return Math.abs(x - u) + Math.abs(y - v) === 1;
};

/** A pattern of the pad: two lines, or a path from each key to the one beside it. */
const isPattern = (text: string, digits: readonly number[]): boolean =>
  (LINES.has(text.slice(0, 3)) && LINES.has(text.slice(3))) ||
  digits.every((digit, index) => index === 0 || isNextTo(digit, digits[index - 1] ?? 0));

/**
 * Six digits that a thief tries first: two different digits at most, runs, repetitions, doubles, mirrored digits, patterns of
 * the pad.
 */
function isSimple(text: string): boolean {
  const digits = [...text].map(Number);
  return (
    isPattern(text, digits) ||
    new Set(digits).size <= 2 ||
    isRise(digits) ||
    isFall(digits) ||
    /^(\d{2,3})\1+$/.test(text) ||
    /^(?:(\d)\1){3}$/.test(text) ||
    text === digits.toReversed().join('')
  );
}

/** A payment password to set: six digits that are not simple (`000000`, `890123`, `987654`, `123123`, `112233`, `147258`). */
export const checkNewPayPassword = (text: string): RuleFailure | null =>
  checkPayPassword(text) ?? (isSimple(text) ? { code: 'key_too_simple' } : null);

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const emailShape = new RegExp(
  `^[A-Za-z0-9!#$%&'+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'+/=?^_\`{|}~-]+)*@(?:${label}\\.)+[A-Za-z]{2,63}$`,
);

/**
 * A deliverable shape of RFC 5321: local part up to 64, a domain with a dot, no quotes, no address literals. An asterisk is
 * allowed there, but in practice means that the address was masked: mail to it would reach another person, or none.
 */
export const checkEmail = (text: string): RuleFailure | null => {
  const empty = required(text);
  if (empty) return empty;
  const local = text.slice(0, text.lastIndexOf('@'));
  const fits = text.length <= personRules.email.max && local.length <= 64;
  return fits && emailShape.test(text) ? null : { code: 'invalid_email' };
};

/** Digits in groups, with a blank, a hyphen, a point, a slash or parentheses between them. */
const groupsOfNumber = /^\+?\(?[0-9]+(?:(?: ?\(|\) ?[-./]? ?|[-./] ?| [-./]? ?)[0-9]+)*$/;

/** National or international digits (E.164 has at most 15), an optional plus, and what is written between groups. */
export const checkMobile = (text: string): RuleFailure | null => {
  const empty = required(text);
  if (empty) return empty;
  const shape = groupsOfNumber.test(text);
  const digits = text.replace(/[^0-9]/g, '').length;
  const { min, max } = personRules.mobile;
  return shape && digits >= min && digits <= max ? null : { code: 'invalid_mobile' };
};

export type ContactKind = 'email' | 'mobile';

/** Latin letters and `@` appear in e-mail addresses only. */
const looksLikeEmail = (text: string): boolean => /[@a-z]/i.test(text);

/** An e-mail address or a mobile number: of the given kind, or of the one that it looks like. */
export const checkContact = (
  text: string,
  kind: ContactKind = looksLikeEmail(text) ? 'email' : 'mobile',
): RuleFailure | null => (kind === 'email' ? checkEmail(text) : checkMobile(text));

/** Letters of any script with their marks (four at most, as no orthography has more), and digits. */
const lettersAndDigits = /^(?:[\p{L}\p{Nd}]\p{M}{0,4})*$/u;
/** Scripts whose letters look alike: a name of several could pass for another person's. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

const isNamed = (text: string): boolean =>
  lettersAndDigits.test(text) && ALIKE.filter((script) => script.test(text)).length <= 1;

/** Letters and digits of any script; Latin, Cyrillic and Greek ones are not mixed. */
export const checkNickname = (text: string): RuleFailure | null =>
  required(text) ?? (isNamed(text) ? lengthFailure(text, personRules.nickname) : { code: 'invalid_nickname' });

/** As a nickname; spaces are allowed, and count. */
export const checkSignature = (text: string): RuleFailure | null =>
  required(text) ??
  (isNamed(text.replaceAll(' ', '')) ? lengthFailure(text, personRules.signature) : { code: 'invalid_signature' });

/**
 * Letters of any script, digits, blanks, and the marks that names and addresses need, such as the dots between the parts
 * of a name in Chinese and Japanese, quotes of Hebrew and joiners of Persian; nothing that code is made of.
 */
export const checkPlainText = (text: string): RuleFailure | null =>
  required(text) ??
  (/^(?:[\p{L}\p{M}\p{N} .,'’·・‧׳״\-/#()]|\u200c|\u200d)*$/u.test(text) ? null : { code: 'field_special_characters' });
