import { routes } from '../../kit/route.ts';

export const treasuryRoutes = routes({
  'GET /staff/treasury': { access: 'staff' },
  'POST /staff/treasury/limit': { access: 'staff' },
  'POST /staff/treasury/cold': { access: 'staff' },
  'POST /staff/treasury/sweep': { access: 'staff' },
  'POST /staff/treasury/elsewhere': { access: 'staff' },
  'POST /staff/treasury/movement': { access: 'staff' },
});
