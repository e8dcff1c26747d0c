import { routes } from '../../kit/route.ts';

export const brakesRoutes = routes({
  'GET /brakes': { access: 'user', reads: ['profile', 'balance'] },
  'POST /brakes': { access: 'user', changes: ['profile'] },
});
