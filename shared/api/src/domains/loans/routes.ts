import { routes } from '../../kit/route.ts';

export const loansRoutes = routes({
  'POST /user/jiedaisave': { access: 'verified', idempotent: true, changes: ['balance'] },
  'POST /user/jiedaiusernewone': { access: 'user' },
});
