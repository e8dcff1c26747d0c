import { routes } from '../../kit/route.ts';

export const referralRoutes = routes({
  'GET /user/invitees': { access: 'user', reads: ['balance'], shape: 2 },
  'GET /user/referral': { access: 'user', reads: ['balance'] },
  'POST /user/referral/claim': { access: 'verified', idempotent: true, changes: ['balance'] },
  'GET /staff/referral': { access: 'staff' },
  'POST /staff/referral/terms': { access: 'staff' },
});
