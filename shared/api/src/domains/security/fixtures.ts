import type { Output } from '../../kit/contract.ts';
import type { SecurityContract } from './contract.ts';
import type { Device } from './index.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const device = (changes: Partial<Device> = {}): Device => ({
  id: '1',
  device: 'Safari · iPhone',
  address: '203.0.113.7',
  created_at: AT,
  last_seen_at: AT,
  current: true,
  ...changes,
});

export const securityFixtures = {
  'POST /sms_send': { sent_to: 'd***o@tessera.example', expires_at: AT, resend_at: AT },
  'POST /safe/update_password': { sessions_ended: 1, withdrawals_blocked_until: AT },
  'POST /safe/mobile': { email: 'd***o@tessera.example', mobile: null },
  'POST /safe/pay_password': { withdrawals_blocked_until: null },
  'GET /safe/sessions': { list: [device(), device({ id: '2', device: 'Chrome · Windows', current: false })] },
  'POST /safe/sessions/revoke': {},
  'POST /safe/totp/begin': { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Tessera', expires_at: AT },
  'POST /safe/totp/confirm': { has_totp: true },
  'POST /safe/totp/remove': { has_totp: false },
  'POST /safe/anti_phishing': { phrase: 'blue heron' },
} satisfies { readonly [K in keyof SecurityContract]: Output<SecurityContract[K]> };
