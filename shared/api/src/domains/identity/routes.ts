import { routes } from '../../kit/route.ts';

export const identityRoutes = routes({
  'POST /sms_mail': { access: 'public', limit: 'messages' },
  'POST /user/check_email': { access: 'public', limit: 'guesses' },
  'POST /user/register': { access: 'public', opens: true, limit: 'guesses' },
  'POST /user/forget': { access: 'public', limit: 'guesses' },
  'POST /user/login': { access: 'public', opens: true, limit: 'guesses' },
  'POST /user/passkey/begin': { access: 'public', limit: 'guesses' },
  'POST /user/passkey/login': { access: 'public', opens: true, limit: 'guesses' },
  'GET /user/logout': { access: 'user' },
  'POST /user/logout/late': { access: 'public' },
  'POST /user/freeze': { access: 'user', changes: ['session'] },
  'POST /user/unfreeze': { access: 'public', limit: 'guesses' },
  'GET /user/closing': { access: 'user', reads: ['balance', 'order', 'deposit'] },
  'POST /user/close': { access: 'user', changes: ['session'] },
  'GET /user/export': { access: 'user', reads: ['profile'] },
  'POST /user/export': { access: 'user', changes: ['profile'] },
  'POST /user/export/link': { access: 'user', limit: 'guesses' },
  'GET /user/info': { access: 'user', reads: ['profile'] },
  'POST /user/uploadHeadPortrait': { access: 'user', changes: ['profile'] },
  'POST /user/editNickname': { access: 'user', changes: ['profile'] },
  'POST /user/preferences': { access: 'user', changes: ['profile'] },
});
