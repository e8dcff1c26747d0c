import { routes } from '../../kit/route.ts';

export const copytradingRoutes = routes({
  'GET /follow/index': { access: 'public' },
  'GET /follow/traderDetail': { access: 'public' },
  'GET /follow/historyTrade': { access: 'public' },
  'POST /follow/follow': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /follow/cancel': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /follow/selfHolding': { access: 'user', idempotent: true, changes: ['balance'] },
});
