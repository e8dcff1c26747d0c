import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'nft',
  texts: (code) => import(`./i18n/${code}.json`),
  parts: { 'nft/draws': (code) => import(`./draws/i18n/${code}.json`) },
  pages: {
    market: () => import('./pages/market/MarketPage.tsx'),
    artwork: () => import('./pages/artwork/ArtworkPage.tsx'),
    'artwork-video': () => import('./pages/artwork-video/ArtworkVideoPage.tsx'),
    purchase: { load: () => import('./pages/purchase/PurchasePage.tsx'), texts: ['nft/draws'] },
    auction: () => import('./pages/auction/AuctionPage.tsx'),
    mine: { load: () => import('./pages/mine/MinePage.tsx'), texts: ['nft/draws'] },
    'my-work': () => import('./pages/my-work/MyWorkPage.tsx'),
    resell: () => import('./pages/resell/ResellPage.tsx'),
    artist: () => import('./pages/artist/ArtistPage.tsx'),
  },
});
