import type { Output } from '../../kit/contract.ts';
import type { SecurityContract } from './contract.ts';
import type { Device, LogIn, Passkey, SecondFactors } from './index.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const device = (changes: Partial<Device> = {}): Device => ({
  id: '1',
  device: 'Safari · iPhone',
  address: '203.0.113.7',
  country: 'DE',
  created_at: AT,
  last_seen_at: AT,
  current: true,
  ...changes,
});

export const logIn = (changes: Partial<LogIn> = {}): LogIn => ({
  id: '2',
  device: 'Safari · iPhone',
  address: '203.0.113.7',
  country: 'DE',
  created_at: AT,
  ended_at: null,
  current: true,
  ...changes,
});

export const passkey = (changes: Partial<Passkey> = {}): Passkey => ({
  id: '1',
  name: 'Safari · iPhone',
  synced: true,
  created_at: AT,
  last_used_at: AT,
  approves_from: null,
  ...changes,
});

export const factors = (changes: Partial<SecondFactors> = {}): SecondFactors => ({
  authenticator_since: null,
  authenticator_from: null,
  passkeys: [],
  recovery_codes: 0,
  confirmed_until: null,
  removal: null,
  ...changes,
});

export const recoveryCodes: string[] = ['7K3M-QX2P-9HTA', '4WDR-8NYC-V6GE'];

export const securityFixtures = {
  'POST /sms_send': { sent_to: 'd***o@tessera.example', expires_at: AT, resend_at: AT },
  'POST /safe/update_password': { sessions_ended: 1, withdrawals_blocked_until: AT },
  'POST /safe/mobile': {
    email: 'd***o@tessera.example',
    mobile: '*******4567',
    withdrawals_blocked_until: AT,
  },
  'POST /safe/pay_password': { withdrawals_blocked_until: null },
  'GET /safe/sessions': { list: [device(), device({ id: '2', device: 'Chrome · Windows', current: false })] },
  'POST /safe/sessions/revoke': {},
  'POST /safe/sessions/revoke_others': { sessions_ended: 1 },
  'GET /safe/log_ins': {
    list: [logIn(), logIn({ id: '1', current: false, ended_at: AT })],
    page: 1,
    limit: 10,
    total: 2,
  },
  'GET /safe/factors': factors(),
  'POST /safe/factors/keep': {},
  'POST /user/factors/keep': {},
  'POST /safe/confirm/begin': { options: null },
  'POST /safe/confirm': { confirmed_until: AT },
  'POST /safe/change/begin': { passkey: null, totp: false, code: 'a-request', factor_from: null },
  'POST /safe/totp/begin': {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Tessera:d***o%40tessera.example?issuer=Tessera&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    expires_at: AT,
  },
  'POST /safe/totp/confirm': { has_totp: true, recovery_codes: recoveryCodes },
  'POST /safe/totp/remove': { has_totp: false },
  'POST /safe/recovery_codes': { recovery_codes: recoveryCodes },
  'POST /safe/passkey/begin': { options: '{"challenge":"AAAA"}' },
  'POST /safe/passkey/add': { added: passkey(), recovery_codes: null },
  'POST /safe/passkey/rename': {},
  'POST /safe/passkey/remove': {},
  'POST /safe/anti_phishing': { phrase: 'blue heron' },
} satisfies { readonly [K in keyof SecurityContract]: Output<SecurityContract[K]> };
