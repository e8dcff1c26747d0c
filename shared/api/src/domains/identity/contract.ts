import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, flag, noInput, nothing, optional, picture, unixMs, uploadLocation, whole } from '../../kit/fields.ts';
import { areaCode, code, passkeyResponse, proof, userString } from '../../kit/person-fields.ts';
import { codeScenes, fiatCodes, languageCodes } from '../../kit/rules/vocabulary.ts';
import { logInInput, profileInput, registerInput, resetPasswordInput, unfreezeInput } from './inputs.ts';
import { identityRoutes } from './routes.ts';

export const scene = z.enum(codeScenes);

export const codeRequest = z.object({
  user_string: userString,
  scene,
  area_code_id: optional(whole(1, 999)),
  area_code: optional(areaCode),
  /** When a bound address is replaced: the code that went to the old one. */
  email_code: optional(code),
  proof,
});

export const codeSent = z.object({
  /** Masked recipient: `d***o@example.com`. */
  sent_to: z.string(),
  expires_at: unixMs,
  /** When the next one may be requested. */
  resend_at: unixMs,
});

export const verificationLevel = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Fields of the signed-in user for the shell; `SessionUser` of the bus, on the wire. */
export const sessionUser = z.object({
  uid: z.string(),
  account_name: z.string(),
  nickname: z.string(),
  avatar: z.nullable(picture),
  verification_level: verificationLevel,
  has_pay_password: z.boolean(),
});

const userInfo = z.extend(sessionUser, {
  signature: z.string(),
  /** Masked. */
  email: z.nullable(z.string()),
  /** Masked, with its area code. */
  mobile: z.nullable(z.string()),
  /** Masked: a number that an older account has too. The user signs in by it, and should bind another. */
  mobile_to_replace: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2, of the phone number; null where there is none. */
  country: z.nullable(z.string()),
  has_totp: z.boolean(),
  /** A phrase against phishing stands in every mail. It is not shown: who has the session could forge our mails. */
  has_anti_phishing: z.boolean(),
  /** 0 to 100. */
  credit_score: z.int(),
  vip_level: z.int(),
  is_trader: z.boolean(),
  fiat: z.enum(fiatCodes),
  language: z.enum(languageCodes),
  /** The user's invitation code and the number of invited users. */
  extension_code: z.string(),
  invitee_count: z.int(),
  created_at: unixMs,
  /** No withdrawal before this time, after a new device or a changed password. */
  withdrawals_blocked_until: z.nullable(unixMs),
});

export type UserInfo = z.infer<typeof userInfo>;

const signedIn = z.object({
  token: z.string(),
  expires_at: unixMs,
  user: sessionUser,
});

/** Of calls that take a second factor. */
export const factorErrors = [
  'totp_required',
  'passkey_required',
  'factor_required',
  'totp_wrong',
  'recovery_code_wrong',
  'passkey_wrong',
  'factor_waits',
  'factor_locked',
] as const;

/** What keeps an account from being closed. */
export const obstacleKinds = [
  'balance',
  'order',
  'position',
  'option',
  'copy',
  'deposit',
  'withdrawal',
  'loan',
  'nft',
] as const;

const obstacle = z.object({
  kind: z.enum(obstacleKinds),
  /** How many; of balances, currencies. */
  count: z.int(),
  amounts: z.array(z.object({ currency: z.string(), amount: decimal })),
  /** In USDT by the index, of balances that the user may give up; null of everything else. */
  worth: z.nullable(decimal),
});

const dataExport = z.object({
  state: z.enum(['none', 'waiting', 'ready', 'downloaded', 'expired']),
  requested_at: z.nullable(unixMs),
  /** Until when it can be downloaded. */
  expires_at: z.nullable(unixMs),
  bytes: z.nullable(z.int()),
  /** From when on the next one can be asked for. */
  next_at: unixMs,
});

export const identityContract = defineContract(identityRoutes, {
  'POST /sms_mail': {
    input: codeRequest,
    output: codeSent,
    errors: ['proof_required', 'code_too_soon', 'codes_exhausted', 'email_taken', 'mobile_taken', 'area_unsupported'],
    summary: 'Send a verification code by e-mail or SMS',
  },
  'POST /user/check_email': {
    input: z.object({ user_string: userString, scene, code }),
    output: z.object({ user_string: z.string(), expires_at: unixMs }),
    errors: ['code_wrong', 'code_expired', 'too_many_tries'],
    summary: 'Check a verification code without spending it; a wrong one counts as a try',
  },
  'POST /user/register': {
    weight: 10,
    input: registerInput,
    output: signedIn,
    errors: [
      'code_wrong',
      'link_invalid',
      'code_expired',
      'too_many_tries',
      'email_taken',
      'mobile_taken',
      'password_too_common',
      'password_personal',
      'invitation_unknown',
      'registration_failed',
      'area_unsupported',
      'documents_changed',
    ],
    summary: 'Open an account and sign in',
  },
  'POST /user/forget': {
    weight: 10,
    input: resetPasswordInput,
    output: nothing,
    errors: [
      'code_wrong',
      'link_invalid',
      'code_expired',
      'too_many_tries',
      'account_not_found',
      'password_too_common',
      'password_personal',
    ],
    summary: 'Set a new password by code; every session of the account ends',
  },
  'POST /user/login': {
    weight: 10,
    input: logInInput,
    output: signedIn,
    errors: [
      'wrong_credentials',
      'proof_required',
      'account_locked',
      'account_disabled',
      'account_frozen',
      ...factorErrors,
      'rate_limited',
    ],
    summary: 'Sign in; the response contains the token',
  },
  'POST /user/passkey/begin': {
    input: noInput,
    output: z.object({ options: z.string() }),
    summary: 'Get the challenge that a passkey signs to log in, as JSON for the browser',
  },
  'POST /user/passkey/login': {
    input: z.object({ passkey: passkeyResponse, remember: z._default(flag(), true) }),
    output: signedIn,
    errors: ['passkey_wrong', 'passkey_waits', 'account_disabled', 'account_frozen'],
    summary: 'Sign in with a passkey alone: it tells who signs in',
  },
  'GET /user/logout': {
    input: noInput,
    output: nothing,
    summary: 'End this session',
  },
  'POST /user/logout/late': {
    input: z.object({
      /** SHA-256 of the token, in hex: enough to end the session, of no use to sign in. */
      session: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
    output: nothing,
    summary: 'End a session whose log-out could not be sent; succeeds whether or not there is one',
  },
  'POST /user/freeze': {
    input: noInput,
    output: nothing,
    summary: 'Freeze the account at once: all sessions end, orders are cancelled, nothing leaves it or trades',
  },
  'POST /user/unfreeze': {
    weight: 10,
    input: unfreezeInput,
    /** `review`: without a second factor, staff decide. */
    output: z.object({ status: z.enum(['active', 'review']) }),
    errors: [
      'wrong_credentials',
      'proof_required',
      'account_locked',
      'account_disabled',
      'account_not_frozen',
      'code_wrong',
      'code_expired',
      'too_many_tries',
      ...factorErrors,
      'rate_limited',
    ],
    summary: 'Unfreeze an account by password, mailed code and second factor; without one, ask staff to',
  },
  'GET /user/closing': {
    input: noInput,
    output: z.object({
      /** Days in which a log-in takes the request back. */
      waiting_days: z.int(),
      /** Days for which the law asks for what is kept. */
      kept_days: z.int(),
      obstacles: z.array(obstacle),
    }),
    summary: 'What closing the account takes, and what stands in its way',
  },
  'POST /user/close': {
    input: z.object({
      /** Whether the house may keep balances that are together worth less than `CLOSING_DUST_LIMIT`. */
      give_up_dust: optional(flag()),
    }),
    output: z.object({ closes_at: unixMs }),
    errors: ['confirmation_required', 'account_in_use'],
    summary: 'Ask for the account to be closed; all sessions end, and a log-in takes it back',
  },
  'GET /user/export': {
    input: noInput,
    output: dataExport,
    summary: 'The last copy of all data of the account',
  },
  'POST /user/export': {
    input: noInput,
    output: dataExport,
    errors: ['confirmation_required', 'export_too_soon'],
    summary: 'Ask for a copy of all data of the account, once a day; a job makes it',
  },
  'POST /user/export/link': {
    input: noInput,
    output: z.object({ url: z.string(), expires_at: unixMs }),
    errors: ['confirmation_required', 'not_found'],
    summary: 'Get a link that downloads the copy once, within ten minutes',
  },
  'GET /user/info': {
    input: noInput,
    output: userInfo,
    summary: 'The signed-in user',
  },
  'POST /user/uploadHeadPortrait': {
    input: z.object({ avatar: uploadLocation }),
    output: z.object({ avatar: picture }),
    errors: ['upload_unknown'],
    summary: 'Use an uploaded picture as avatar',
  },
  'POST /user/editNickname': {
    input: profileInput,
    output: z.object({ nickname: z.string(), signature: z.string() }),
    summary: 'Change nickname, signature or both',
  },
  'POST /user/preferences': {
    input: z.object({ language: optional(z.enum(languageCodes)), fiat: optional(z.enum(fiatCodes)) }),
    output: z.object({ language: z.enum(languageCodes), fiat: z.enum(fiatCodes) }),
    summary: 'Store language and default fiat currency in the account',
  },
});
export type IdentityContract = typeof identityContract;
