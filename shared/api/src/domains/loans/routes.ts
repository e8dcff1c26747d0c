import { routes } from '../../kit/route.ts';

export const loansRoutes = routes({
  'GET /loan/terms': { access: 'public' },
  'POST /user/jiedaisave': { access: 'verified', idempotent: true, changes: ['balance'] },
  'POST /user/jiedaiusernewone': { access: 'user', reads: ['balance', 'profile'] },
  'GET /user/loans': { access: 'user', reads: ['balance'] },
  'POST /user/loan/cancel': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /user/loan/collateral': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /user/loan/repay': { access: 'user', idempotent: true, changes: ['balance'] },
  'GET /staff/loans': { access: 'staff' },
  'POST /staff/loans/terms': { access: 'staff' },
  'POST /staff/loans/maker': { access: 'staff' },
});
