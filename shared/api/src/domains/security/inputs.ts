import * as z from 'zod/mini';
import { optional, text, whole } from '../../kit/fields.ts';
import {
  areaCode,
  changeProof,
  code,
  factorProof,
  knownPassword,
  loginActive,
  newPassword,
  repeatedEntry,
  sameEntries,
  typedContact,
} from '../../kit/person-fields.ts';
import { checkContact } from '../../kit/rules/person.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const changePasswordInput = z
  .object({ old_password: knownPassword, password: newPassword, re_password: repeatedEntry, code: optional(code) })
  .check(
    z.superRefine(
      sameEntries<{ password: string; re_password: string }>('password', 're_password', { code: 'passwords_differ' }),
    ),
  );

/** An address or number to bind. */
export const bindContactInput = z
  .object({
    loginActive,
    user_string: typedContact,
    area_code_id: optional(whole(1, 999)),
    area_code: optional(areaCode),
    /** Sent to the new address or number. */
    code,
    /** Sent to the one that is replaced, else to the account's other one; absent where it has none. */
    email_code: optional(code),
  })
  .check(
    z.superRefine((value, context) => {
      const failure = checkContact(value.user_string, value.loginActive);
      if (failure) context.addIssue({ code: 'custom', path: ['user_string'], message: failure.code, params: failure });
    }),
  );

export const antiPhishingPhrase = text(20, 4);
/** The phrase that mails show from now on; the code, which was sent for it, is for users without a second factor. */
export const antiPhishingInput = z.object({ phrase: antiPhishingPhrase, code: optional(code) });

/** A second factor; without one, the password and a mailed code. */
export const confirmInput = z.object({ ...factorProof, password: optional(knownPassword), code: optional(code) });

/** The first code of an authenticator that was set up. */
export const firstCodeInput = z.object({ totp: code, ...changeProof });
