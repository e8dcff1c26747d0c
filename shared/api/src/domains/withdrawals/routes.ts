import { routes } from '../../kit/route.ts';

export const withdrawalsRoutes = routes({
  'POST /wallet/get_info': { access: 'user', reads: ['withdrawal', 'balance', 'payee'] },
  'POST /wallet/out/begin': { access: 'verified' },
  'POST /wallet/out': { access: 'verified', idempotent: true, changes: ['balance', 'withdrawal'] },
  'POST /wallet/out/cancel': { access: 'user', idempotent: true, changes: ['balance', 'withdrawal'] },
  'GET /user/withdraw/list': { access: 'user', reads: ['withdrawal'] },
  'GET /user/withdraw/detail': { access: 'user', reads: ['withdrawal'] },
  'GET /staff/payouts': { access: 'staff' },
  'POST /staff/payout/approve/begin': { access: 'staff' },
  'POST /staff/payout/approve': { access: 'staff' },
  'POST /staff/payout/release': { access: 'staff' },
});
