import { routes } from '../../kit/route.ts';

export const alertsRoutes = routes({
  'GET /alerts/list': { access: 'user', reads: ['alert'] },
  'POST /alerts/set': { access: 'user', idempotent: true, changes: ['alert'] },
  'PUT /alerts/set': { access: 'user', changes: ['alert'] },
  'POST /alerts/remove': { access: 'user', changes: ['alert'] },
});
