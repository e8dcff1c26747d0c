import { routes } from '../../kit/route.ts';

export const securityRoutes = routes({
  'POST /sms_send': { access: 'user', limit: 'messages' },
  'POST /safe/update_password': { access: 'user', limit: 'guesses', changes: ['profile', 'session'] },
  'POST /safe/mobile': { access: 'user', limit: 'guesses', changes: ['profile'] },
  'POST /safe/pay_password': { access: 'user', limit: 'guesses', changes: ['profile'] },
  'GET /safe/sessions': { access: 'user', reads: ['session'] },
  'POST /safe/sessions/revoke': { access: 'user', changes: ['session'] },
  'POST /safe/sessions/revoke_others': { access: 'user', changes: ['session'] },
  'GET /safe/log_ins': { access: 'user', reads: ['session'] },
  'GET /safe/factors': { access: 'user', reads: ['profile'] },
  'POST /safe/confirm/begin': { access: 'user' },
  'POST /safe/confirm': { access: 'user', limit: 'guesses', changes: ['profile'] },
  'POST /safe/totp/begin': { access: 'user' },
  'POST /safe/totp/confirm': { access: 'user', limit: 'guesses', changes: ['profile'] },
  'POST /safe/totp/remove': { access: 'user', changes: ['profile'] },
  'POST /safe/recovery_codes': { access: 'user', changes: ['profile'] },
  'POST /safe/passkey/begin': { access: 'user' },
  'POST /safe/passkey/add': { access: 'user', changes: ['profile'] },
  'POST /safe/passkey/rename': { access: 'user', changes: ['profile'] },
  'POST /safe/passkey/remove': { access: 'user', changes: ['profile'] },
  'POST /safe/anti_phishing': { access: 'user', changes: ['profile'] },
});
