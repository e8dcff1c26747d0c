import { routes } from '../../kit/route.ts';

export const payeesRoutes = routes({
  'GET /user/wallet/networks': { access: 'user' },
  'POST /user/wallet/save': { access: 'user', changes: ['payee'] },
  'GET /user/wallet/list': { access: 'user', reads: ['payee'] },
  'POST /user/wallet/delete': { access: 'user', changes: ['payee'] },
  'GET /user/wallet/whitelist': { access: 'user', reads: ['payee'] },
  'POST /user/wallet/whitelist/begin': { access: 'user' },
  'POST /user/wallet/whitelist': { access: 'user', changes: ['payee'] },
  'POST /user/cash_save': { access: 'user', changes: ['payee'] },
  'POST /user/cash_save_international': { access: 'user', changes: ['payee'] },
  'POST /user/cash_info': { access: 'user', reads: ['payee'] },
  'POST /user/cash_info_international': { access: 'user', reads: ['payee'] },
  'POST /user/cash_delete': { access: 'user', changes: ['payee'] },
});
