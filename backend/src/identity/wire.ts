import type { Answer } from '@tessera/api/contract';
import { type Contact, maskContact } from './contact.ts';
import type { UserRow } from './users.ts';

const contactsOf = ({ email, mobile }: UserRow) => ({
  email: email && maskContact({ kind: 'email', value: email }),
  mobile: mobile && maskContact({ kind: 'mobile', value: mobile }),
});

/** Where codes for a user go: the asked-for way, or the one that there is. */
export function contactOfUser({ email, mobile }: UserRow, preferred?: Contact['kind']): Contact | null {
  const byEmail: Contact | null = email ? { kind: 'email', value: email } : null;
  const byMobile: Contact | null = mobile ? { kind: 'mobile', value: mobile } : null;
  if (preferred) return preferred === 'email' ? byEmail : byMobile;
  return byEmail ?? byMobile;
}

/** A user as the shell knows them. */
export const sessionUser = (user: UserRow): Answer<'POST /user/login'>['user'] => ({
  uid: user.uid,
  account_name: contactsOf(user).email ?? contactsOf(user).mobile ?? user.uid,
  nickname: user.nickname,
  avatar: user.avatar,
  verification_level: user.verification_level,
  has_pay_password: user.pay_password_hash !== null,
});

export const userInfo = (user: UserRow): Answer<'GET /user/info'> => ({
  ...sessionUser(user),
  ...contactsOf(user),
  signature: user.signature,
  has_totp: false,
  credit_score: user.credit_score,
  vip_level: user.vip_level,
  is_trader: false,
  fiat: user.fiat,
  language: user.language,
  extension_code: user.extension_code,
  invitee_count: user.invitee_count,
  created_at: user.created_at,
  withdrawals_blocked_until: user.withdrawals_blocked_until,
});
