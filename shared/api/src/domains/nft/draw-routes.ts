import { routes } from '../../kit/route.ts';

/** Blind boxes. */
export const drawRoutes = routes({
  'GET /bind_box/series': { access: 'public', reads: ['order'], localized: true },
  'GET /bind_box/draws': { access: 'public' },
  'GET /bind_box/boxes': { access: 'user', reads: ['order'], localized: true },
  'POST /bind_box/buyBox': { access: 'user', idempotent: true, changes: ['balance', 'order'], localized: true },
  'POST /bind_box/openBlindBox': { access: 'user', idempotent: true, changes: ['order'], localized: true },
  'POST /bind_box/round': { access: 'user', changes: ['order'] },
  'GET /staff/nft/series': { access: 'staff' },
  'POST /staff/nft/series/create': { access: 'staff' },
  'POST /staff/nft/series/cancel': { access: 'staff' },
});
