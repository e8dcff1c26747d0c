import { routes } from '../../kit/route.ts';

export const quickbuyRoutes = routes({
  'GET /quickbuy/terms': { access: 'user', reads: ['deposit', 'profile'] },
  'POST /quickbuy/quote': { access: 'verified' },
  'POST /quickbuy/order': { access: 'verified', idempotent: true, changes: ['deposit'] },
  'GET /quickbuy/order': { access: 'user', reads: ['deposit'] },
  'GET /quickbuy/orders': { access: 'user', reads: ['deposit'] },
  'POST /quickbuy/order/voucher': { access: 'user', idempotent: true, changes: ['deposit'] },
  'POST /quickbuy/order/cancel': { access: 'user', idempotent: true, changes: ['deposit'] },
  'POST /quickbuy/order/checkout': { access: 'user' },
  'GET /staff/quickbuy': { access: 'staff' },
  'POST /staff/quickbuy/method': { access: 'staff' },
  'POST /staff/quickbuy/account': { access: 'staff' },
  'POST /staff/quickbuy/late': { access: 'staff' },
});
