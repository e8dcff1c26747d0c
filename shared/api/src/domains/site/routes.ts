import { routes } from '../../kit/route.ts';

export const siteRoutes = routes({
  'GET /getSiteConfig': { access: 'public' },
  'GET /getSetting': { access: 'public' },
  'GET /staff/services': { access: 'staff' },
  'POST /staff/services/pause': { access: 'staff' },
  'POST /staff/services/resume': { access: 'staff' },
});
