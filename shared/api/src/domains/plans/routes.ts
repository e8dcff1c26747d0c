import { routes } from '../../kit/route.ts';

export const plansRoutes = routes({
  'POST /plans/start': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /plans/stop': { access: 'user', changes: ['order', 'balance'] },
  'GET /plans/list': { access: 'user', reads: ['order'] },
  'GET /plans/detail': { access: 'user', reads: ['order'] },
  'GET /plans/orders': { access: 'user', reads: ['order'] },
});
