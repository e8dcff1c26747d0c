import { routes } from '../../kit/route.ts';

export const miningRoutes = routes({
  'GET /lh/deposit/config': { access: 'public', localized: true },
  'GET /lh/deposit/order': { access: 'user', reads: ['order'], localized: true },
  'POST /lh/deposit': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /lh/deposit/order/cancel': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /lh/deposit/order/renew': { access: 'user', changes: ['order'] },
  'GET /staff/mining': { access: 'staff' },
  'POST /staff/mining/product': { access: 'staff' },
});
