import { routes } from '../../kit/route.ts';

export const treasuryRoutes = routes({
  'GET /staff/treasury': { access: 'staff' },
  'POST /staff/treasury/propose': { access: 'staff' },
  'POST /staff/treasury/decide': { access: 'staff' },
});
