import { routes } from '../../kit/route.ts';

export const withdrawalsRoutes = routes({
  'POST /wallet/get_info': { access: 'user' },
  'POST /wallet/out': { access: 'verified', idempotent: true, changes: ['balance'] },
  'GET /user/withdraw/list': { access: 'user' },
});
