import { routes } from '../../kit/route.ts';

export const launchpadRoutes = routes({
  'GET /project': { access: 'public' },
  'GET /project/detail': { access: 'public' },
  'POST /project/order': { access: 'user', idempotent: true, changes: ['balance'] },
  'GET /user/project/order': { access: 'user' },
});
