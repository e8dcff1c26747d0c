import * as z from 'zod/mini';
import { code, knownPassword, newPassword, repeatedEntry, sameEntries } from '../../kit/person-fields.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const changePasswordInput = z
  .object({ old_password: knownPassword, password: newPassword, re_password: repeatedEntry, code })
  .check(
    z.superRefine(
      sameEntries<{ password: string; re_password: string }>('password', 're_password', { code: 'passwords_differ' }),
    ),
  );
