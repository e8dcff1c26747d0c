import { routes } from '../../kit/route.ts';

export const watchlistRoutes = routes({
  'GET /optional/list': { access: 'user', reads: ['watchlist'] },
  'POST /optional/add': { access: 'user', changes: ['watchlist'] },
  'POST /optional/del': { access: 'user', changes: ['watchlist'] },
});
