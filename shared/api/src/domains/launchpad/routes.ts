import { routes } from '../../kit/route.ts';

export const launchpadRoutes = routes({
  'GET /project': { access: 'public', reads: ['order'] },
  'GET /project/detail': { access: 'public', reads: ['order'], localized: true },
  'GET /project/allocation': { access: 'public' },
  'POST /project/order': { access: 'verified', idempotent: true, changes: ['balance', 'order'] },
  'GET /user/project/order': { access: 'user', reads: ['order'] },
  'GET /user/project/share': { access: 'user', reads: ['order'] },
  'GET /staff/launchpad': { access: 'staff' },
  'POST /staff/launchpad/create': { access: 'staff' },
  'POST /staff/launchpad/change': { access: 'staff' },
  'POST /staff/launchpad/cancel': { access: 'staff' },
});
