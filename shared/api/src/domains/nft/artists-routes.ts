import { routes } from '../../kit/route.ts';

/** Artists: applications, profiles, uploads and submitted works. */
export const artistsRoutes = routes({
  'GET /bind_box/artist/me': { access: 'user', reads: ['profile'] },
  'POST /bind_box/artist/apply': { access: 'verified', idempotent: true, changes: ['profile'] },
  'POST /bind_box/artist/profile': { access: 'user', changes: ['profile'] },
  'POST /bind_box/media': { access: 'user', limit: 'uploads' },
  'GET /bind_box/submissions': { access: 'user', reads: ['profile', 'order'] },
  'POST /bind_box/submissions': { access: 'user', idempotent: true, changes: ['profile'] },
  'POST /bind_box/submissions/withdraw': { access: 'user', changes: ['profile'] },
  'POST /bind_box/artist/sell': { access: 'user', idempotent: true, changes: ['order'] },
  'POST /bind_box/artist/sale/end': { access: 'user', idempotent: true, changes: ['order'] },
  'POST /staff/nft/work': { access: 'staff' },
  'POST /staff/nft/artist': { access: 'staff' },
  'POST /staff/nft/release': { access: 'staff' },
});
