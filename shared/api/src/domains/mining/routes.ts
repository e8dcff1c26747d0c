import { routes } from '../../kit/route.ts';

export const miningRoutes = routes({
  'GET /lh/deposit/config': { access: 'public' },
  'GET /lh/deposit/order': { access: 'user' },
  'POST /lh/deposit': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /lh/deposit/order/cancel': { access: 'user', idempotent: true, changes: ['balance'] },
});
