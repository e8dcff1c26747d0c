import { routes } from '../../kit/route.ts';

export const depositsRoutes = routes({
  'GET /currency/lists_deposit': { access: 'user' },
  'GET /currency/lists_deposit_detail': { access: 'user', localized: true },
  'POST /wallet/get_in_address': { access: 'user' },
  'POST /wallet/charge_req': { access: 'user', idempotent: true, changes: ['deposit'] },
  'GET /recharge/log': { access: 'user', reads: ['deposit'] },
  'GET /recharge/chain': { access: 'user', reads: ['deposit'] },
  'GET /staff/deposits/chain': { access: 'staff' },
});
