import { routes } from '../../kit/route.ts';

export const kycRoutes = routes({
  'GET /user/levellist': { access: 'public' },
  'GET /real/state': { access: 'user', reads: ['profile'] },
  'POST /user/real': { access: 'user', changes: ['profile'] },
});
