import * as z from 'zod/mini';
import { optional } from '../../kit/fields.ts';
import { code, factorProof, knownPassword, newPassword, repeatedEntry, sameEntries } from '../../kit/person-fields.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const changePasswordInput = z
  .object({ old_password: knownPassword, password: newPassword, re_password: repeatedEntry, code: optional(code) })
  .check(
    z.superRefine(
      sameEntries<{ password: string; re_password: string }>('password', 're_password', { code: 'passwords_differ' }),
    ),
  );

/** A second factor; without one, the password and a mailed code. */
export const confirmInput = z.object({ ...factorProof, password: optional(knownPassword), code: optional(code) });

/** The first code of an authenticator that was set up. */
export const firstCodeInput = z.object({ totp: code });
