import { z } from 'zod';
import { codeScenes } from '../rules/vocabulary.ts';
import {
  areaCode,
  code,
  knownPassword,
  loginActive,
  newPassword,
  payKey,
  sameEntries,
  totpCode,
  userString,
} from './account-fields.ts';
import { codeSent } from './auth.ts';
import { byKey, defineCall } from './call.ts';
import { noPayload, nothing, optional, rowId, text, unixMs, whole, wholeListOf } from './fields.ts';

const deviceSession = z.object({
  id: rowId,
  /** Browser and system, as far as it says: `Chrome on Android`. */
  device: z.string(),
  address: z.string(),
  created_at: unixMs,
  last_seen_at: unixMs,
  current: z.boolean(),
});

export const safeCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/sms_send',
    access: 'user',
    payload: z.object({ scene: z.enum(codeScenes), loginActive: optional(loginActive) }),
    answer: codeSent,
    built: true,
    errors: ['code_too_soon', 'contact_missing'],
    summary: 'Send a code to the signed-in user’s own e-mail or mobile number',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/update_password',
    access: 'user',
    payload: z
      .object({ old_password: knownPassword, password: newPassword, re_password: z.string().max(500), code })
      .superRefine(
        sameEntries<{ password: string; re_password: string }>('password', 're_password', {
          code: 'passwords_differ',
        }),
      ),
    answer: z.object({ sessions_ended: z.int(), withdrawals_blocked_until: unixMs }),
    built: true,
    errors: ['password_wrong', 'password_unchanged', 'password_too_common', 'code_wrong', 'code_expired'],
    summary: 'Change the login password; other sessions end and withdrawals pause',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/mobile',
    access: 'user',
    payload: z.object({
      loginActive,
      user_string: userString,
      area_code_id: optional(whole(1, 999)),
      area_code: optional(areaCode),
      code,
      /** Code sent to the address that is replaced, if there was one. */
      email_code: optional(code),
    }),
    answer: z.object({ email: z.string().nullable(), mobile: z.string().nullable() }),
    built: false,
    errors: ['email_taken', 'mobile_taken', 'code_wrong', 'code_expired'],
    summary: 'Bind or replace the mobile number or the e-mail address',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/pay_password',
    access: 'user',
    payload: z
      .object({ key: payKey, re_key: z.string().max(500), code })
      .superRefine(sameEntries<{ key: string; re_key: string }>('key', 're_key', { code: 'keys_differ' })),
    answer: nothing,
    built: true,
    errors: ['keys_differ', 'code_wrong', 'code_expired', 'too_many_tries'],
    summary: 'Set or replace the payment password by code',
  }),
  defineCall({
    method: 'GET',
    path: '/safe/sessions',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(deviceSession),
    built: true,
    summary: 'Where this account is signed in',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/sessions/revoke',
    access: 'user',
    payload: z.object({ id: rowId }),
    answer: nothing,
    built: true,
    errors: ['not_found'],
    summary: 'End one of this account’s sessions',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/totp/begin',
    access: 'user',
    payload: z.object({ code }),
    answer: z.object({ secret: z.string(), uri: z.string(), expires_at: unixMs }),
    built: false,
    errors: ['code_wrong', 'code_expired'],
    summary: 'Get a secret for an authenticator app',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/totp/confirm',
    access: 'user',
    payload: z.object({ totp: code }),
    answer: z.object({ has_totp: z.literal(true) }),
    built: false,
    errors: ['totp_wrong'],
    summary: 'Turn the authenticator on by a first code from it',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/totp/remove',
    access: 'user',
    payload: z.object({ password: knownPassword, totp: totpCode }),
    answer: z.object({ has_totp: z.literal(false) }),
    built: false,
    errors: ['totp_wrong', 'password_wrong'],
    summary: 'Turn the authenticator off',
  }),
  defineCall({
    method: 'POST',
    path: '/safe/anti_phishing',
    access: 'user',
    payload: z.object({ phrase: text(20, 4), code }),
    answer: z.object({ phrase: z.string() }),
    built: false,
    errors: ['code_wrong', 'code_expired'],
    summary: 'Choose the phrase that every mail of ours will show',
  }),
);
