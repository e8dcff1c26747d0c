import { routes } from '../../kit/route.ts';

export const fiatRoutes = routes({
  'GET /fiat/rates': { access: 'public' },
});
