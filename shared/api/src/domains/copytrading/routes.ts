import { routes } from '../../kit/route.ts';

export const copytradingRoutes = routes({
  'GET /follow/index': { access: 'public' },
  'GET /follow/traderDetail': { access: 'public' },
  'GET /follow/historyTrade': { access: 'public' },
  'GET /follow/my': { access: 'user', reads: ['balance', 'order'] },
  'GET /follow/copies': { access: 'user', reads: ['order'] },
  'GET /follow/statements': { access: 'user', reads: ['balance'] },
  'GET /follow/application': { access: 'user', reads: ['profile'] },
  'POST /follow/apply': { access: 'verified', idempotent: true, changes: ['profile'] },
  'POST /follow/resign': { access: 'verified', idempotent: true, changes: ['profile', 'order'] },
  'POST /staff/traders/suspend': { access: 'staff' },
  'POST /staff/traders/restore': { access: 'staff' },
  'POST /follow/follow': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /follow/cancel': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /follow/selfHolding': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
});
