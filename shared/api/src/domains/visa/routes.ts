import { routes } from '../../kit/route.ts';

export const visaRoutes = routes({
  'POST /user/visasave': { access: 'verified', idempotent: true, changes: ['profile'] },
  'POST /user/visausernewone': { access: 'user', reads: ['profile', 'balance'] },
});
