import { routes } from '../../kit/route.ts';

/** Browsing, buying, auctions and resale. */
export const marketRoutes = routes({
  'GET /bind_box/getBoxList': { access: 'public', reads: ['order', 'watchlist'], localized: true },
  'GET /bind_box/getBoxDetail': { access: 'public', reads: ['order', 'watchlist'], localized: true },
  'GET /bind_box/getArtist': { access: 'public', reads: ['order', 'watchlist'] },
  'GET /bind_box/getArtistDetail': { access: 'public', reads: ['order', 'watchlist'], localized: true },
  'GET /bind_box/getNftCurrency': { access: 'public' },
  'GET /bind_box/getCollection': { access: 'user', reads: ['order', 'watchlist'], localized: true },
  'GET /bind_box/collections': { access: 'public', localized: true },
  'GET /bind_box/provenance': { access: 'public', reads: ['order'] },
  'GET /bind_box/terms': { access: 'public' },
  'POST /bind_box/collect': { access: 'user', changes: ['watchlist'] },
  'POST /bind_box/follow': { access: 'user', changes: ['watchlist'] },
  'POST /bind_box/getBindBoxQuotationLog': { access: 'public', reads: ['order'] },
  'POST /bind_box/getMyBindBoxQuotationLog': { access: 'user', reads: ['order'], localized: true },
  'POST /bind_box/getMyNFTs': { access: 'user', reads: ['order'], localized: true },
  'GET /bind_box/orders': { access: 'user', reads: ['order', 'message'], localized: true },
  'POST /bind_box/getNeedPayNFTOrder': { access: 'user', reads: ['order'], localized: true },
  'GET /bind_box/messages': { access: 'user', reads: ['order', 'message'], localized: true },
  'POST /bind_box/readNFTOrderMessage': { access: 'user', changes: ['message'] },
  'POST /bind_box/buyNFT': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /bind_box/marginNFT': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /bind_box/auctionNFT': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
  'POST /bind_box/resellNFT': { access: 'user', idempotent: true, changes: ['order'] },
  'POST /bind_box/cancelResale': { access: 'user', idempotent: true, changes: ['order'] },
  'POST /bind_box/payNFTOrder': { access: 'user', idempotent: true, changes: ['balance', 'order'] },
});
