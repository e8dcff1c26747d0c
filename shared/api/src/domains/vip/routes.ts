import { routes } from '../../kit/route.ts';

export const vipRoutes = routes({
  'GET /user/vip': { access: 'user', reads: ['profile'] },
  'GET /staff/vip': { access: 'staff' },
  'POST /staff/vip/change': { access: 'staff' },
});
