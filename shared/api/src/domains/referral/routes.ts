import { routes } from '../../kit/route.ts';

export const referralRoutes = routes({
  'GET /user/invitees': { access: 'user' },
});
