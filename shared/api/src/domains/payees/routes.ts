import { routes } from '../../kit/route.ts';

export const payeesRoutes = routes({
  'POST /user/wallet/save': { access: 'user' },
  'GET /user/wallet/list': { access: 'user' },
  'POST /user/cash_save': { access: 'user' },
  'POST /user/cash_save_international': { access: 'user' },
  'POST /user/cash_info': { access: 'user' },
  'POST /user/cash_info_international': { access: 'user' },
});
