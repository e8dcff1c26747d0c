import type { Output } from '@tessera/api/contract';
import { type CreditFacts, creditOf } from '@tessera/api/kyc/rules';
import type { FactorState } from '../../platform/factor/prove.ts';
import { type Contact, maskContact } from './contact.ts';
import { countryOfMobile } from './mobile.ts';
import type { Residence, UserRow } from './users.ts';

const maskedContacts = ({ email, mobile }: UserRow) => ({
  email: email && maskContact({ kind: 'email', value: email }),
  mobile: mobile && maskContact({ kind: 'mobile', value: mobile }),
});

/** How a user can be reached, and signs in; e-mail first. */
export const contactsOfUser = ({ email, mobile }: UserRow): Contact[] => [
  ...(email ? [{ kind: 'email', value: email } as const] : []),
  ...(mobile ? [{ kind: 'mobile', value: mobile } as const] : []),
];

/** Where codes for a user go: the asked-for way, or the one that there is. */
export const contactOfUser = (user: UserRow, preferred?: Contact['kind']): Contact | null =>
  contactsOfUser(user).find(({ kind }) => preferred === undefined || kind === preferred) ?? null;

/** A user in the format of the shell. */
export const sessionUser = (user: UserRow): Output<'POST /user/login'>['user'] => ({
  uid: user.uid,
  account_name: maskedContacts(user).email ?? maskedContacts(user).mobile ?? user.uid,
  nickname: user.nickname,
  avatar: user.avatar,
  verification_level: user.verification_level,
  has_pay_password: user.pay_password_hash !== null,
});

/** Country of a user: that of the verified document, else of the phone number. Null without both. */
export function countryOf({ document_country, mobile, shared_mobile }: Residence): string | null {
  if (document_country !== null) return document_country;
  const number = mobile ?? shared_mobile;
  return number === null ? null : countryOfMobile(number);
}

/** `now` is Unix ms. */
export const creditFacts = (
  { verification_level, created_at }: UserRow,
  repayment: CreditFacts['repayment'],
  now: number,
): CreditFacts => ({
  level: verification_level,
  since: created_at,
  now,
  repayment,
});

export const userInfo = (
  user: UserRow,
  { authenticatorSince }: Pick<FactorState, 'authenticatorSince'>,
  repayment: CreditFacts['repayment'],
  now: number,
): Output<'GET /user/info'> => ({
  ...sessionUser(user),
  ...maskedContacts(user),
  mobile_to_replace:
    user.mobile === null && user.shared_mobile !== null
      ? maskContact({ kind: 'mobile', value: user.shared_mobile })
      : null,
  country: countryOf(user),
  signature: user.signature,
  has_totp: authenticatorSince !== null,
  has_anti_phishing: user.anti_phishing !== null,
  credit_score: creditOf(creditFacts(user, repayment, now)).score,
  vip_level: user.vip_level,
  is_trader: false,
  fiat: user.fiat,
  language: user.language,
  extension_code: user.extension_code,
  invitee_count: user.invitee_count,
  created_at: user.created_at,
  withdrawals_blocked_until: user.withdrawals_blocked_until,
});
