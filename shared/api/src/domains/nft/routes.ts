import { routes } from '../../kit/route.ts';

export const nftRoutes = routes({
  'GET /bind_box/getBoxList': { access: 'public' },
  'GET /bind_box/getBoxDetail': { access: 'public' },
  'GET /bind_box/getArtist': { access: 'public' },
  'GET /bind_box/getArtistDetail': { access: 'public' },
  'GET /bind_box/getNftCurrency': { access: 'public' },
  'GET /bind_box/getCollection': { access: 'user' },
  'POST /bind_box/collect': { access: 'user' },
  'POST /bind_box/getBindBoxQuotationLog': { access: 'public' },
  'POST /bind_box/getMyBindBoxQuotationLog': { access: 'user' },
  'POST /bind_box/getMyNFTs': { access: 'user' },
  'POST /bind_box/getNeedPayNFTOrder': { access: 'user' },
  'POST /bind_box/readNFTOrderMessage': { access: 'user' },
  'POST /bind_box/buyNFT': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /bind_box/marginNFT': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /bind_box/auctionNFT': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /bind_box/openBlindBox': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /bind_box/resellNFT': { access: 'user', idempotent: true, changes: ['balance'] },
  'POST /bind_box/payNFTOrder': { access: 'user', idempotent: true, changes: ['balance'] },
});
