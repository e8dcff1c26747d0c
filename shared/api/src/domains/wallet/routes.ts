import { routes } from '../../kit/route.ts';

export const walletRoutes = routes({
  'GET /currency/user_currency_list': { access: 'user', reads: ['balance'] },
  'GET /wallet/spending': { access: 'user', reads: ['balance', 'profile'] },
  'POST /wallet/list': { access: 'user', reads: ['balance'] },
  'POST /wallet/detail': { access: 'user', reads: ['balance'] },
  'POST /wallet/legal_log': { access: 'user', reads: ['balance'] },
  'GET /wallet/history': { access: 'user', reads: ['balance'] },
  'GET /wallet/profit': { access: 'user', reads: ['balance'] },
  'GET /wallet/pnl': { access: 'user', reads: ['balance'] },
  'POST /wallet/statement': { access: 'user' },
  'POST /wallet/change': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /wallet/way/begin': { access: 'user' },
  'POST /wallet/zhuanzhan/begin': { access: 'verified' },
  'POST /wallet/zhuanzhan': { access: 'verified', idempotent: true, changes: ['balance'] },
  'GET /wallet/zhuanzhan/list': { access: 'user', reads: ['balance'] },
  'GET /wallet/transferable': { access: 'user', reads: ['balance', 'order'] },
  'GET /wallet/hzhistory': { access: 'user', reads: ['balance'] },
});
