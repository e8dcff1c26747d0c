import { routes } from '../../kit/route.ts';

export const chartsRoutes = routes({
  'GET /charts/drawings': { access: 'user' },
  'POST /charts/drawings': { access: 'user' },
  'GET /charts/indicators': { access: 'user' },
  'POST /charts/indicators': { access: 'user' },
});
