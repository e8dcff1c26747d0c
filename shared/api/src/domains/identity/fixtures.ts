import type { Output } from '../../kit/contract.ts';
import type { IdentityContract } from './contract.ts';
import type { DataExport, SignedIn, UserInfo } from './index.ts';

const AT = Date.UTC(2026, 10, 20, 15);

const sessionUser = {
  uid: '10000001',
  account_name: 'd***o@tessera.example',
  nickname: 'Demo',
  avatar: null,
  verification_level: 1,
  has_pay_password: false,
} satisfies SignedIn['user'];

export const userInfo = (changes: Partial<UserInfo> = {}): UserInfo => ({
  ...sessionUser,
  signature: '',
  email: 'd***o@tessera.example',
  mobile: null,
  mobile_to_replace: null,
  has_totp: false,
  has_anti_phishing: false,
  credit_score: 60,
  vip_level: 0,
  is_trader: false,
  fiat: 'USD',
  language: 'en',
  extension_code: 'F73RCL5E',
  invitee_count: 3,
  created_at: AT,
  country: null,
  withdrawals_blocked_until: null,
  ...changes,
});

export const dataExport = (changes: Partial<DataExport> = {}): DataExport => ({
  state: 'none',
  requested_at: null,
  expires_at: null,
  bytes: null,
  next_at: AT,
  ...changes,
});

const signedIn: SignedIn = { token: 'token', expires_at: AT, user: sessionUser };

export const identityFixtures = {
  'POST /sms_mail': { sent_to: 'd***o@tessera.example', expires_at: AT, resend_at: AT },
  'POST /user/check_email': { user_string: 'demo@tessera.example', expires_at: AT },
  'POST /user/register': signedIn,
  'POST /user/forget': {},
  'POST /user/login': signedIn,
  'POST /user/passkey/begin': { options: '{"challenge":"AAAA","rpId":"localhost"}' },
  'POST /user/passkey/login': signedIn,
  'GET /user/logout': {},
  'POST /user/logout/late': {},
  'POST /user/freeze': {},
  'POST /user/unfreeze': { status: 'active' },
  'GET /user/closing': { waiting_days: 14, kept_days: 1825, obstacles: [] },
  'POST /user/close': { closes_at: AT },
  'GET /user/export': dataExport(),
  'POST /user/export': dataExport({ state: 'waiting', requested_at: AT }),
  'POST /user/export/link': { url: '/api/user/export/file/token', expires_at: AT },
  'GET /user/info': userInfo(),
  'POST /user/uploadHeadPortrait': { avatar: '/api/uploads/picture-of-the-demo-user.webp' },
  'POST /user/editNickname': { nickname: 'Demo', signature: '' },
  'POST /user/preferences': { language: 'en', fiat: 'USD' },
} satisfies { readonly [K in keyof IdentityContract]: Output<IdentityContract[K]> };
