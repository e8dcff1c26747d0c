import { routes } from '../../kit/route.ts';

export const watchlistRoutes = routes({
  'GET /optional/list': { access: 'user', reads: ['watchlist'], shape: 2 },
  'POST /optional/add': { access: 'user', changes: ['watchlist'] },
  'POST /optional/del': { access: 'user', changes: ['watchlist'] },
  'POST /optional/order': { access: 'user', changes: ['watchlist'] },
  'POST /optional/group': { access: 'user', changes: ['watchlist'] },
  'PUT /optional/group': { access: 'user', changes: ['watchlist'] },
  'POST /optional/group/symbols': { access: 'user', changes: ['watchlist'] },
  'POST /optional/group/order': { access: 'user', changes: ['watchlist'] },
  'POST /optional/group/del': { access: 'user', changes: ['watchlist'] },
});
