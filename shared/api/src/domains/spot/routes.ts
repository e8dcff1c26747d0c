import { routes } from '../../kit/route.ts';

export const spotRoutes = routes({
  'POST /coin/trade': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'PUT /coin/trade': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /coin/amend': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /coin/cancel_all': { access: 'user', idempotent: true, changes: ['order', 'balance'] },
  'POST /coin/trades/export': { access: 'user' },
  'GET /coin/list': { access: 'user', reads: ['order'], shape: 3 },
});
