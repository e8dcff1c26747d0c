import { z } from 'zod';
import { checkNickname, checkSignature } from '../rules/index.ts';
import { fiatCodes, languageCodes } from '../rules/vocabulary.ts';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  noPayload,
  oneOf,
  optional,
  picture,
  ruled,
  text,
  unixMs,
  uploadLocation,
  wholeListOf,
} from './fields.ts';

const verificationLevel = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** What the shell needs to know of the signed-in user; `SessionUser` of the bus, on the wire. */
export const sessionUser = z.object({
  uid: z.string(),
  account_name: z.string(),
  nickname: z.string(),
  avatar: picture.nullable(),
  verification_level: verificationLevel,
  has_pay_password: z.boolean(),
});

const userInfo = sessionUser.extend({
  signature: z.string(),
  /** Masked. */
  email: z.string().nullable(),
  /** Masked, with its area code. */
  mobile: z.string().nullable(),
  has_totp: z.boolean(),
  /** 0 to 100. */
  credit_score: z.int(),
  vip_level: z.int(),
  is_trader: z.boolean(),
  fiat: z.enum(fiatCodes),
  language: z.enum(languageCodes),
  /** The code this user invites others with, and how many came. */
  extension_code: z.string(),
  invitee_count: z.int(),
  created_at: unixMs,
  /** No withdrawal before this time, after a new device or a changed password. */
  withdrawals_blocked_until: unixMs.nullable(),
});
export type UserInfo = z.infer<typeof userInfo>;

const idType = z.enum(['id_card', 'passport', 'driver_licence']);
const realType = oneOf(1, 2);

const realState = z.object({
  level: verificationLevel,
  state: z.enum(['not_verified', 'under_review', 'verified', 'failed']),
  /** What the state is about: the level asked for last. */
  real_type: z.union([z.literal(1), z.literal(2)]).nullable(),
  id_type: idType.nullable(),
  /** Masked. */
  name: z.string().nullable(),
  /** Masked. */
  card_id: z.string().nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
  submitted_at: unixMs.nullable(),
  reviewed_at: unixMs.nullable(),
});

export const userCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/user/info',
    access: 'user',
    payload: noPayload,
    answer: userInfo,
    built: true,
    summary: 'The signed-in user',
  }),
  defineCall({
    method: 'GET',
    path: '/user/levellist',
    access: 'public',
    payload: noPayload,
    answer: z.object({
      /** VIP levels, by what was traded in the last 30 days. */
      list: z.array(
        z.object({
          level: z.int(),
          name: z.string(),
          volume_usdt: decimal,
          maker_fee_rate: decimal,
          taker_fee_rate: decimal,
        }),
      ),
      /** What each identity level may do. */
      verification: z.array(
        z.object({
          level: verificationLevel,
          order_limit_usdt: decimal,
          /** Null: no withdrawal at all. */
          withdrawal_limit_btc: decimal.nullable(),
        }),
      ),
    }),
    built: true,
    summary: 'VIP levels and identity levels with their fees and limits',
  }),
  defineCall({
    method: 'GET',
    path: '/real/state',
    access: 'user',
    payload: noPayload,
    answer: realState,
    built: true,
    summary: 'How far identity verification is',
  }),
  defineCall({
    method: 'POST',
    path: '/user/real',
    access: 'user',
    payload: z
      .object({
        real_type: realType,
        id_type: idType,
        name: text(60, 2),
        card_id: text(40, 4),
        front_pic: optional(uploadLocation),
        reverse_pic: optional(uploadLocation),
      })
      .superRefine((value, context) => {
        if (value.real_type !== 2) return;
        for (const field of ['front_pic', 'reverse_pic'] as const) {
          if (value[field] === undefined) {
            const params = { code: 'pictures_required' } as const;
            context.addIssue({ code: 'custom', path: [field], message: params.code, params });
          }
        }
      }),
    answer: realState,
    built: true,
    errors: ['already_under_review', 'already_verified', 'basic_level_first', 'pictures_required', 'upload_unknown'],
    summary: 'Ask for identity level 1 (basic) or 2 (advanced)',
  }),
  defineCall({
    method: 'POST',
    path: '/user/uploadHeadPortrait',
    access: 'user',
    payload: z.object({ avatar: uploadLocation }),
    answer: z.object({ avatar: picture }),
    built: true,
    errors: ['upload_unknown'],
    summary: 'Use an uploaded picture as avatar',
  }),
  defineCall({
    method: 'POST',
    path: '/user/editNickname',
    access: 'user',
    payload: z.object({
      nickname: optional(ruled(checkNickname)),
      signature: optional(ruled(checkSignature)),
    }),
    answer: z.object({ nickname: z.string(), signature: z.string() }),
    built: true,
    summary: 'Change nickname, signature or both',
  }),
  defineCall({
    method: 'POST',
    path: '/user/preferences',
    access: 'user',
    payload: z.object({ language: optional(z.enum(languageCodes)), fiat: optional(z.enum(fiatCodes)) }),
    answer: z.object({ language: z.enum(languageCodes), fiat: z.enum(fiatCodes) }),
    built: true,
    summary: 'Keep language and default fiat currency with the account',
  }),
  defineCall({
    method: 'GET',
    path: '/user/invitees',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(
      z.object({ account_name: z.string(), level: z.int(), joined_at: unixMs, reward_usdt: decimal }),
    ),
    built: false,
    summary: 'Who came by this user’s invitation (names masked)',
  }),
);
