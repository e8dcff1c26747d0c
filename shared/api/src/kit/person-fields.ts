import { foldText, foldTyped } from '@tessera/money/typed';
import * as z from 'zod/mini';
import { atMost, optional, ruled, ruledVerbatim, typedText, unixMs } from './fields.ts';
import { PROOF_MAX } from './proof/proof.ts';
import type { RuleFailure } from './rules/failure.ts';
import {
  checkCode,
  checkContact,
  checkMailedCode,
  checkNewPayPassword,
  checkPassword,
  checkPayPassword,
  checkPlainText,
} from './rules/person.ts';

/* Fields of users and their secrets, shared by several domains. */

export const loginActive = z.enum(['email', 'mobile']);

/** An e-mail address or a mobile number. */
export const userString = ruled((value) => checkContact(value));

/** Something to find another user by: UID, e-mail or mobile number. */
export const otherUser = typedText(254, 4);

export const areaCode = z.string().check(atMost(20), z.overwrite(foldTyped), z.regex(/^\+?\d{1,4}$/));
export const code = ruled(checkCode);
/** A mailed code where its mail has a link, too: the digits or the token. */
export const mailedCode = ruled(checkMailedCode);
export const newPassword = ruledVerbatim(checkPassword);
/** A password to compare, not to set: its strength is not checked. */
export const knownPassword = z.string().check(z.minLength(1), z.maxLength(128));
/** `key`: the payment password. */
export const payKey = ruled(checkPayPassword);
/** `key`: a payment password to set. */
export const newPayKey = ruled(checkNewPayPassword);
export const totpCode = optional(ruled(checkCode));
/** One of the ten codes that replace a lost factor; case and separators do not matter. */
export const recoveryCode = optional(typedText(40));
/** A browser's response to a passkey's challenge, as JSON. */
export const passkeyResponse = z.string().check(z.minLength(2), z.maxLength(20_000));
/** A second factor in one of its forms. */
export const factorProof = { totp: totpCode, recovery_code: recoveryCode, passkey: optional(passkeyResponse) };

/**
 * How the owner proves one change of what approves, in the call that makes it: by a factor that approves already, by a
 * recovery code that stands in for it or, without either, by the code that was mailed for this change.
 */
export const changeProof = {
  proof_totp: totpCode,
  proof_recovery_code: recoveryCode,
  proof_passkey: optional(passkeyResponse),
  mailed_code: optional(ruled(checkCode)),
};
/** What such a call may be refused for, beyond what the change itself checks. */
export const changeErrors = [
  'totp_required',
  'passkey_required',
  'factor_required',
  'factor_waits',
  'totp_wrong',
  'recovery_code_wrong',
  'passkey_wrong',
  'factor_locked',
  'code_wrong',
  'code_expired',
  'code_for_other',
  'too_many_tries',
] as const;

/** How the owner approves that money leaves: a second factor or, without one, a mailed code. */
export const approvalProof = { totp: totpCode, passkey: optional(passkeyResponse), code: optional(ruled(checkCode)) };

/** The same of a way out, beside the fields of what is paid. */
export const wayProof = {
  totp: totpCode,
  passkey: optional(passkeyResponse),
  mailed_code: optional(ruled(checkCode)),
};
/** What a way out may be refused for, beyond what the call itself checks. */
export const wayErrors = [
  'approval_required',
  'key_missing',
  'key_wrong',
  'key_locked',
  'key_blocked',
  'totp_required',
  'passkey_required',
  'factor_required',
  'totp_wrong',
  'passkey_wrong',
  'factor_waits',
  'factor_locked',
  'code_wrong',
  'code_expired',
  'code_for_other',
  'verification_required',
  'send_limit',
  'withdrawals_paused',
  'trades_under_review',
  'whitelist_recipients',
  'account_frozen',
] as const;

/** What an approval asks for. */
export const approvalNeeds = z.object({
  /** Options for the browser, as JSON; null without a passkey. */
  passkey: z.nullable(z.string()),
  totp: z.boolean(),
  /** The `request` of `POST /sms_send`: the code is good for what was begun alone. Null where no code is taken. */
  code: z.nullable(z.string()),
  /** From when the newest factor approves, where one was added less than a day ago; null otherwise. */
  factor_from: z.nullable(unixMs),
});

/** Solution of the challenge of `proof_required`, as JSON. */
export const proof = optional(z.string().check(z.maxLength(PROOF_MAX)));

/** A password that is entered a second time; `sameEntries` compares the two. */
export const repeatedEntry = z.string().check(z.maxLength(500));

/** A name or a document number: `min` to `max` characters that `check` allows. */
export const plainText = (min: number, max: number, fold = foldText, check = checkPlainText) =>
  ruled((value) => {
    const failure = check(value);
    if (failure) return failure;
    const { length } = [...value];
    if (length < min) return { code: 'field_too_short', params: { min } };
    return length > max ? { code: 'field_too_long', params: { max } } : null;
  }, fold);

/** Reports `failure` at `field` unless the two entries are the same. */
export const sameEntries =
  <T extends Record<string, unknown>>(first: keyof T & string, second: keyof T & string, failure: RuleFailure) =>
  (value: T, context: z.core.$RefinementCtx): void => {
    if (value[first] !== value[second]) {
      context.addIssue({ code: 'custom', path: [second], message: failure.code, params: failure });
    }
  };

/** A contact as it was typed, where its rule depends on another field. */
export const typedContact = z.string().check(atMost(500), z.overwrite(foldTyped));
