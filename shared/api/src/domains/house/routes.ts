import { routes } from '../../kit/route.ts';

export const houseRoutes = routes({
  'GET /staff/house': { access: 'staff' },
  'POST /staff/house/fund': { access: 'staff' },
});
