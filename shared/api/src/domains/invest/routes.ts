import { routes } from '../../kit/route.ts';

export const investRoutes = routes({
  'GET /dual/index': { access: 'public', localized: true, reads: ['order'] },
  'GET /dual/detail': { access: 'public', localized: true, reads: ['order'] },
  'POST /dual/buyDual': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /dual/buyDemand': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /dual/dual_list': { access: 'user', localized: true, reads: ['order'] },
  'GET /dual/order': { access: 'user', localized: true, reads: ['order'] },
  'GET /dual/accruals': { access: 'user', reads: ['order'] },
  'GET /dual/proof': { access: 'user', reads: ['order'] },
  'POST /dual/order_sh': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /dual/renew': { access: 'user', changes: ['order'] },
  'GET /staff/invest': { access: 'staff' },
  'POST /staff/invest/product': { access: 'staff' },
});
