import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { noInput, nothing, optional, rowId, text, unixMs, whole, wholeListOf } from '../../kit/fields.ts';
import {
  areaCode,
  code,
  knownPassword,
  loginActive,
  newPayKey,
  repeatedEntry,
  sameEntries,
  totpCode,
  userString,
} from '../../kit/person-fields.ts';
import { codeScenes } from '../../kit/rules/vocabulary.ts';
import { codeSent } from '../identity/contract.ts';
import { changePasswordInput } from './inputs.ts';
import { securityRoutes } from './routes.ts';

const deviceSession = z.object({
  id: rowId,
  /** Browser and system, if detected: `Chrome on Android`. */
  device: z.string(),
  address: z.string(),
  created_at: unixMs,
  last_seen_at: unixMs,
  current: z.boolean(),
});

export const securityContract = defineContract(securityRoutes, {
  'POST /sms_send': {
    input: z.object({ scene: z.enum(codeScenes), loginActive: optional(loginActive) }),
    output: codeSent,
    errors: ['code_too_soon', 'codes_exhausted', 'contact_missing'],
    summary: 'Send a code to the signed-in user’s own e-mail or mobile number',
  },
  'POST /safe/update_password': {
    weight: 10,
    input: changePasswordInput,
    output: z.object({ sessions_ended: z.int(), withdrawals_blocked_until: unixMs }),
    errors: [
      'password_wrong',
      'password_locked',
      'password_unchanged',
      'password_too_common',
      'password_personal',
      'code_wrong',
      'code_expired',
      'too_many_tries',
    ],
    summary: 'Change the login password; other sessions end and withdrawals pause',
  },
  'POST /safe/mobile': {
    input: z.object({
      loginActive,
      user_string: userString,
      area_code_id: optional(whole(1, 999)),
      area_code: optional(areaCode),
      code,
      /** Code sent to the address that is replaced, if there was one. */
      email_code: optional(code),
    }),
    output: z.object({ email: z.nullable(z.string()), mobile: z.nullable(z.string()) }),
    errors: ['email_taken', 'mobile_taken', 'code_wrong', 'code_expired'],
    summary: 'Bind or replace the mobile number or the e-mail address',
  },
  'POST /safe/pay_password': {
    weight: 10,
    input: z
      .object({ key: newPayKey, re_key: repeatedEntry, code })
      .check(z.superRefine(sameEntries<{ key: string; re_key: string }>('key', 're_key', { code: 'keys_differ' }))),
    /** A first payment password pauses nothing. */
    output: z.object({ withdrawals_blocked_until: z.nullable(unixMs) }),
    errors: ['keys_differ', 'key_too_simple', 'code_wrong', 'code_expired', 'too_many_tries'],
    summary: 'Set or replace the payment password by code; replacing it pauses withdrawals',
  },
  'GET /safe/sessions': {
    input: noInput,
    output: wholeListOf(deviceSession),
    summary: 'Where this account is signed in',
  },
  'POST /safe/sessions/revoke': {
    input: z.object({ id: rowId }),
    output: nothing,
    errors: ['not_found'],
    summary: 'End one of this account’s sessions',
  },
  'POST /safe/totp/begin': {
    input: z.object({ code }),
    output: z.object({ secret: z.string(), uri: z.string(), expires_at: unixMs }),
    errors: ['code_wrong', 'code_expired'],
    summary: 'Get a secret for an authenticator app',
  },
  'POST /safe/totp/confirm': {
    input: z.object({ totp: code }),
    output: z.object({ has_totp: z.literal(true) }),
    errors: ['totp_wrong'],
    summary: 'Turn the authenticator on by a first code from it',
  },
  'POST /safe/totp/remove': {
    input: z.object({ password: knownPassword, totp: totpCode }),
    output: z.object({ has_totp: z.literal(false) }),
    errors: ['totp_wrong', 'password_wrong'],
    summary: 'Turn the authenticator off',
  },
  'POST /safe/anti_phishing': {
    input: z.object({ phrase: text(20, 4), code }),
    output: z.object({ phrase: z.string() }),
    errors: ['code_wrong', 'code_expired'],
    summary: 'Choose the phrase that every mail of ours will show',
  },
});
export type SecurityContract = typeof securityContract;
