import { routes } from '../../kit/route.ts';

export const convertRoutes = routes({
  'GET /wallet/getRateCurrency': { access: 'user' },
  'POST /user/getTransferFee': { access: 'user' },
  'POST /user/Transfer': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /user/getTransferList': { access: 'user', reads: ['balance'] },
});
