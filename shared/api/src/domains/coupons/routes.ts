import { routes } from '../../kit/route.ts';

export const couponsRoutes = routes({
  'GET /user/coupons': { access: 'user', reads: ['balance'], localized: true },
  'GET /user/coupon/offers': { access: 'user', reads: ['balance'], localized: true },
  'POST /user/coupon/claim': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /user/coupon/use': { access: 'user', idempotent: true, changes: ['balance'] },
  'GET /staff/coupons': { access: 'staff' },
  'POST /staff/coupons/campaign': { access: 'staff' },
  'POST /staff/coupons/issue': { access: 'staff' },
});
