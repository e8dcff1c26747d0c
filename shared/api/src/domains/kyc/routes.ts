import { routes } from '../../kit/route.ts';

export const kycRoutes = routes({
  'GET /user/levellist': { access: 'public' },
  'GET /real/state': { access: 'user', reads: ['profile'] },
  'GET /real/limits': { access: 'user', reads: ['profile', 'balance', 'deposit'] },
  'GET /user/credit': { access: 'user', reads: ['profile'] },
  'POST /user/real': { access: 'user', changes: ['profile'] },
});
