import { routes } from '../../kit/route.ts';

export const chainsRoutes = routes({
  'GET /staff/chains': { access: 'staff' },
  'POST /staff/chains/change': { access: 'staff' },
  'POST /staff/chains/token': { access: 'staff' },
  'POST /staff/chains/network': { access: 'staff' },
  'POST /staff/chains/rescan': { access: 'staff' },
});
