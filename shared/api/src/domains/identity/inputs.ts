import * as z from 'zod/mini';
import { flag, optional, ruled, text, typedText } from '../../kit/fields.ts';
import {
  areaCode,
  code,
  factorProof,
  knownPassword,
  loginActive,
  mailedCode,
  newPassword,
  proof,
  repeatedEntry,
  sameEntries,
  typedContact,
  userString,
} from '../../kit/person-fields.ts';
import { checkContact, checkNickname, checkSignature } from '../../kit/rules/person.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

/** Characters of a version of the documents. */
const TERMS_LENGTH = 32;

const passwordsMatch = sameEntries<{ password: string; re_password: string }>('password', 're_password', {
  code: 'passwords_differ',
});

export const logInInput = z.object({
  user_string: userString,
  area_code: optional(areaCode),
  password: knownPassword,
  ...factorProof,
  proof,
  /** Stay signed in on this device. */
  remember: z._default(flag(), true),
});

/** What proves the owner of a frozen account. */
export const unfreezeInput = z.object({
  user_string: userString,
  area_code: optional(areaCode),
  password: knownPassword,
  code,
  ...factorProof,
  proof,
});

export const registerInput = z
  .object({
    loginActive,
    /** An e-mail address or phone number, depending on `loginActive`. */
    user_string: typedContact,
    area_code: optional(areaCode),
    code: mailedCode,
    password: newPassword,
    re_password: repeatedEntry,
    /** Invitation code of the user who invited. */
    extension_code: optional(typedText(16)),
    /** The version of the terms of use and the privacy policy that the user read and agrees to. */
    terms: text(TERMS_LENGTH),
  })
  .check(
    z.superRefine(passwordsMatch),
    z.superRefine((value, context) => {
      const failure = checkContact(value.user_string, value.loginActive);
      if (failure) context.addIssue({ code: 'custom', path: ['user_string'], message: failure.code, params: failure });
    }),
  );

export const resetPasswordInput = z
  .object({ user_string: userString, code: mailedCode, password: newPassword, re_password: repeatedEntry })
  .check(z.superRefine(passwordsMatch));

/** Absent or blank fields are not changed. */
export const profileInput = z.object({
  nickname: optional(ruled(checkNickname)),
  signature: optional(ruled(checkSignature)),
});
