import { routes } from '../../kit/route.ts';

export const uploadsRoutes = routes({
  'POST /upload': { access: 'user', limit: 'uploads' },
});
