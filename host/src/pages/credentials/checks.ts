import { checkCode, checkEmail, checkMobile, checkPassword, type RuleFailure } from '@tessera/api/rules';

export type Method = 'email' | 'mobile';

/** An e-mail address or a phone number, by what it looks like. */
export const checkEither = (text: string): RuleFailure | null =>
  text.includes('@') || /[a-z]/i.test(text) ? checkEmail(text) : checkMobile(text);

export const checkMethod = (method: Method, text: string): RuleFailure | null =>
  method === 'email' ? checkEmail(text) : checkMobile(text);

type NewPassword = { readonly code: string; readonly password: string; readonly re_password: string };

/** Code, password and its repetition, as registration and reset share them. */
export const newPasswordChecks = {
  code: ({ code }: NewPassword) => checkCode(code),
  password: ({ password }: NewPassword) => checkPassword(password),
  re_password: ({ password, re_password }: NewPassword) =>
    password === re_password ? null : ({ code: 'differ' } as const),
};
