import { routes } from '../../kit/route.ts';

export const siteRoutes = routes({
  'GET /getSiteConfig': { access: 'public' },
  'GET /getSetting': { access: 'public' },
});
