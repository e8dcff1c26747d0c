import { routes } from '../../kit/route.ts';

/** Metadata, and works that leave for a wallet. */
export const chainRoutes = routes({
  'GET /bind_box/chain': { access: 'public' },
  'GET /bind_box/metadata': { access: 'public' },
  'GET /bind_box/withdrawals': { access: 'user', reads: ['order'], localized: true },
  'POST /bind_box/withdrawNFT/begin': { access: 'user' },
  'GET /staff/nft/withdrawals': { access: 'staff' },
  'POST /staff/nft/withdrawal/release': { access: 'staff' },
  'POST /bind_box/withdrawNFT': { access: 'user', idempotent: true, changes: ['order'], localized: true },
});
