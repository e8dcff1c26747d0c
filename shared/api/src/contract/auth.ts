import { z } from 'zod';
import { codeScenes } from '../rules/vocabulary.ts';
import {
  areaCode,
  code,
  knownPassword,
  loginActive,
  newPassword,
  sameEntries,
  totpCode,
  userString,
} from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import { flag, noPayload, nothing, optional, rowId, text, unixMs, whole } from './fields.ts';
import { sessionUser } from './user.ts';

const scene = z.enum(codeScenes);

const codeRequest = z.object({
  user_string: userString,
  scene,
  area_code_id: optional(whole(1, 999)),
  area_code: optional(areaCode),
  /** When a bound address is replaced: the code that went to the old one. */
  email_code: optional(code),
});

export const codeSent = z.object({
  /** Where it went, masked: `d***o@example.com`. */
  sent_to: z.string(),
  expires_at: unixMs,
  /** When the next one may be asked for. */
  resend_at: unixMs,
});

const signedIn = z.object({
  token: z.string(),
  expires_at: unixMs,
  user: sessionUser,
});

const passwordsMatch = sameEntries<{ password: string; re_password: string }>('password', 're_password', {
  code: 'passwords_differ',
});

export const authCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/sms_mail',
    access: 'public',
    payload: codeRequest,
    answer: codeSent,
    built: true,
    errors: ['code_too_soon', 'email_taken', 'mobile_taken', 'area_unsupported'],
    summary: 'Send a verification code by e-mail or SMS',
  }),
  defineCall({
    method: 'POST',
    path: '/sms_mail_kf',
    access: 'public',
    payload: codeRequest,
    answer: z.object({ ticket: rowId, at: unixMs }),
    built: false,
    summary: 'Ask customer service for help with a code that does not arrive',
  }),
  defineCall({
    method: 'POST',
    path: '/user/check_email',
    access: 'public',
    payload: z.object({ user_string: userString, scene, code }),
    answer: z.object({ user_string: z.string(), expires_at: unixMs }),
    built: true,
    errors: ['code_wrong', 'code_expired', 'too_many_tries'],
    summary: 'Check a verification code without spending it; a wrong one counts as a try',
  }),
  defineCall({
    method: 'POST',
    path: '/user/register',
    access: 'public',
    payload: z
      .object({
        loginActive,
        user_string: userString,
        area_code: optional(areaCode),
        code,
        password: newPassword,
        re_password: z.string().max(500),
        /** Invitation code of the user who invited. */
        extension_code: optional(text(16)),
      })
      .superRefine(passwordsMatch),
    answer: signedIn,
    built: true,
    errors: [
      'code_wrong',
      'code_expired',
      'too_many_tries',
      'email_taken',
      'mobile_taken',
      'password_too_common',
      'invitation_unknown',
      'registration_failed',
      'area_unsupported',
    ],
    summary: 'Open an account and sign in',
  }),
  defineCall({
    method: 'POST',
    path: '/user/forget',
    access: 'public',
    payload: z
      .object({ user_string: userString, code, password: newPassword, re_password: z.string().max(500) })
      .superRefine(passwordsMatch),
    answer: nothing,
    built: true,
    errors: ['code_wrong', 'code_expired', 'too_many_tries', 'account_not_found', 'password_too_common'],
    summary: 'Set a new password by code; every session of the account ends',
  }),
  defineCall({
    method: 'POST',
    path: '/user/login',
    access: 'public',
    payload: z.object({
      user_string: userString,
      area_code: optional(areaCode),
      password: knownPassword,
      totp: totpCode,
      /** Stay signed in on this device. */
      remember: flag().default(true),
    }),
    answer: signedIn,
    built: true,
    errors: ['wrong_credentials', 'account_locked', 'account_disabled', 'totp_required', 'totp_wrong', 'rate_limited'],
    summary: 'Sign in; the answer holds the token',
  }),
  defineCall({
    method: 'GET',
    path: '/user/logout',
    access: 'user',
    payload: noPayload,
    answer: nothing,
    built: true,
    summary: 'End this session',
  }),
);
