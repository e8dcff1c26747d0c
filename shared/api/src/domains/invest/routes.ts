import { routes } from '../../kit/route.ts';

export const investRoutes = routes({
  'GET /dual/index': { access: 'public' },
  'GET /dual/detail': { access: 'public' },
  'POST /dual/buyDual': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /dual/buyDemand': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /dual/dual_list': { access: 'user' },
  'POST /dual/order_sh': { access: 'user', idempotent: true, changes: ['balance'] },
});
