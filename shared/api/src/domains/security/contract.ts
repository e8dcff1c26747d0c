import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { listOf, noInput, nothing, optional, paging, rowId, text, unixMs, wholeListOf } from '../../kit/fields.ts';
import {
  approvalNeeds,
  areaCode,
  changeErrors,
  changeProof,
  code,
  loginActive,
  newPayKey,
  passkeyResponse,
  repeatedEntry,
  sameEntries,
  userString,
} from '../../kit/person-fields.ts';
import { codeScenes, securityChanges } from '../../kit/rules/vocabulary.ts';
import { codeSent, factorErrors } from '../identity/contract.ts';
import {
  antiPhishingInput,
  antiPhishingPhrase,
  bindContactInput,
  changePasswordInput,
  confirmInput,
  firstCodeInput,
} from './inputs.ts';
import { securityRoutes } from './routes.ts';

/** Where its address is from, ISO 3166-1 alpha-2; null where that is not known. */
const country = z.nullable(z.string());

const deviceSession = z.object({
  id: rowId,
  /** Browser and system, if detected: `Chrome on Android`. */
  device: z.string(),
  address: z.string(),
  country,
  created_at: unixMs,
  last_seen_at: unixMs,
  current: z.boolean(),
});

const logInRecord = z.object({
  id: rowId,
  device: z.string(),
  address: z.string(),
  country,
  created_at: unixMs,
  /** Null while the session lasts, and for one that expired. */
  ended_at: z.nullable(unixMs),
  current: z.boolean(),
});

const passkey = z.object({
  id: rowId,
  name: z.string(),
  /** Copied to the owner's other devices by their platform. */
  synced: z.boolean(),
  created_at: unixMs,
  last_used_at: z.nullable(unixMs),
  /** From when it approves, while it only logs in; null once it does. */
  approves_from: z.nullable(unixMs),
});

const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const passkeyName = text(40);
/** Shown this once; null where the account has some already. */
const newRecoveryCodes = z.nullable(z.array(z.string()));

const sendCodeInput = z.object({
  scene: z.enum(codeScenes),
  loginActive: optional(loginActive),
  /** Scenes `withdraw` and `confirm`: what the call that began it returned as `code`. */
  request: optional(text(4_000)),
  /** Scene `change_contact`: the new e-mail address or mobile number. */
  user_string: optional(userString),
  area_code: optional(areaCode),
  /** Scene `confirm`: the anti-phishing phrase that the code is to set; without it the code confirms the session. */
  phrase: optional(antiPhishingPhrase),
});

export const securityContract = defineContract(securityRoutes, {
  'POST /sms_send': {
    input: sendCodeInput,
    output: codeSent,
    errors: ['code_too_soon', 'codes_exhausted', 'contact_missing', 'request_expired', 'page_outdated'],
    summary: 'Send a code to the signed-in user’s own e-mail or mobile number; its message says what it authorises',
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
      'confirmation_required',
      'code_wrong',
      'code_expired',
      'too_many_tries',
    ],
    summary: 'Change the login password; other sessions end and withdrawals pause',
  },
  'POST /safe/mobile': {
    input: bindContactInput,
    /** Masked. */
    output: z.object({
      email: z.nullable(z.string()),
      mobile: z.nullable(z.string()),
      withdrawals_blocked_until: unixMs,
    }),
    errors: [
      'confirmation_required',
      'old_code_required',
      'contact_unchanged',
      'email_taken',
      'mobile_taken',
      'code_wrong',
      'code_expired',
      'code_for_other',
      'too_many_tries',
      'try_again',
    ],
    summary: 'Bind or replace the mobile number or the e-mail address; withdrawals pause',
  },
  'POST /safe/pay_password': {
    weight: 10,
    input: z
      .object({ key: newPayKey, re_key: repeatedEntry, ...changeProof, code: optional(code) })
      .check(z.superRefine(sameEntries<{ key: string; re_key: string }>('key', 're_key', { code: 'keys_differ' }))),
    /** A first payment password, proven by more than a recovery code, pauses nothing. */
    output: z.object({ withdrawals_blocked_until: z.nullable(unixMs) }),
    errors: ['keys_differ', 'key_too_simple', ...changeErrors],
    summary: 'Set or replace the payment password by a proof in the call; replacing it pauses withdrawals',
  },
  'GET /safe/sessions': {
    input: noInput,
    output: wholeListOf(deviceSession),
    summary: 'Where this account is signed in',
  },
  'POST /safe/sessions/revoke': {
    input: z.object({ id: rowId }),
    output: nothing,
    errors: ['confirmation_required', 'not_found'],
    summary: 'End one of this account’s sessions',
  },
  'POST /safe/sessions/revoke_others': {
    input: noInput,
    output: z.object({ sessions_ended: z.int() }),
    errors: ['confirmation_required'],
    summary: 'End all sessions of this account but this one',
  },
  'GET /safe/log_ins': {
    input: z.object(paging),
    output: listOf(logInRecord),
    summary: 'The log-ins of this account, newest first, with device and place',
  },
  'GET /safe/factors': {
    input: noInput,
    output: z.object({
      /** When the authenticator was turned on; null without one. */
      authenticator_since: z.nullable(unixMs),
      /** From when it approves, while it only logs in; null once it does. */
      authenticator_from: z.nullable(unixMs),
      passkeys: z.array(passkey),
      /** Unused recovery codes. */
      recovery_codes: z.int(),
      /** Until when this session counts as confirmed; null if it does not. */
      confirmed_until: z.nullable(unixMs),
      /** Approved by staff, as the factors were reported lost: when it takes effect, and the member who proposed it. */
      removal: z.nullable(z.object({ at: unixMs, by: z.string() })),
    }),
    summary: 'The second factors of this account',
  },
  'POST /safe/factors/keep': {
    input: noInput,
    output: nothing,
    errors: ['not_found'],
    summary: 'Stop the removal of the second factors of this account',
  },
  'POST /user/factors/keep': {
    input: z.object({ token: linkToken }),
    output: nothing,
    errors: ['removal_link_invalid'],
    summary: 'Stop a removal of second factors by the token of the mailed link, once, until it takes effect',
  },
  'POST /safe/confirm/begin': {
    input: noInput,
    output: z.object({ options: z.nullable(z.string()) }),
    summary: 'Get the challenge that a passkey signs to confirm this session; null without a passkey',
  },
  'POST /safe/confirm': {
    weight: 10,
    input: confirmInput,
    output: z.object({ confirmed_until: unixMs }),
    errors: [
      ...factorErrors,
      'password_required',
      'password_wrong',
      'password_locked',
      'code_wrong',
      'code_expired',
      'too_many_tries',
    ],
    summary: 'Prove who you are, for some minutes: by a second factor; without one, by password and mailed code',
  },
  'POST /safe/change/begin': {
    input: z.object({ change: z.enum(securityChanges), id: optional(rowId) }),
    output: approvalNeeds,
    errors: ['not_found', 'field_required'],
    summary: 'Begin a change of what approves: what its call is to be proven with, for this change alone',
  },
  'POST /safe/totp/begin': {
    input: noInput,
    output: z.object({ secret: z.string(), uri: z.string(), expires_at: unixMs }),
    summary: 'Get a secret for an authenticator app',
  },
  'POST /safe/totp/confirm': {
    input: firstCodeInput,
    output: z.object({ has_totp: z.literal(true), recovery_codes: newRecoveryCodes }),
    errors: ['enrolment_expired', ...changeErrors],
    summary: 'Turn the authenticator on by a first code from it; it approves a day later',
  },
  'POST /safe/totp/remove': {
    input: z.object(changeProof),
    output: z.object({ has_totp: z.literal(false) }),
    errors: ['not_found', ...changeErrors],
    summary: 'Turn the authenticator off; withdrawals pause',
  },
  'POST /safe/recovery_codes': {
    input: z.object(changeProof),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['factor_missing', ...changeErrors],
    summary: 'Get new recovery codes; the former ones end, and the new ones prove changes a day later',
  },
  'POST /safe/passkey/begin': {
    input: noInput,
    output: z.object({ options: z.string() }),
    errors: ['too_many_passkeys'],
    summary: 'Get what the browser needs to create a passkey, as JSON',
  },
  'POST /safe/passkey/add': {
    input: z.object({ passkey: passkeyResponse, name: passkeyName, ...changeProof }),
    output: z.object({ added: passkey, recovery_codes: newRecoveryCodes }),
    errors: ['too_many_passkeys', ...changeErrors],
    summary: 'Add the created passkey; it logs in at once and approves a day later',
  },
  'POST /safe/passkey/rename': {
    input: z.object({ id: rowId, name: passkeyName }),
    output: nothing,
    errors: ['confirmation_required', 'not_found'],
    summary: 'Rename a passkey',
  },
  'POST /safe/passkey/remove': {
    input: z.object({ id: rowId, ...changeProof }),
    output: nothing,
    errors: ['not_found', ...changeErrors],
    summary: 'Remove a passkey; withdrawals pause',
  },
  'POST /safe/anti_phishing': {
    input: antiPhishingInput,
    output: z.object({ phrase: z.string() }),
    errors: ['confirmation_required', 'code_wrong', 'code_expired', 'code_for_other', 'too_many_tries'],
    summary: 'Choose the phrase that every mail of ours will show',
  },
});
export type SecurityContract = typeof securityContract;
