import { defineRemote, type PageLoader, type TextLoader } from '@tessera/i18n';
import { withTexts } from '@tessera/i18n/with-texts';

const boxTexts: TextLoader = (code) => import(`./draws/i18n/${code}.json`);
const withBoxes = (page: PageLoader) => withTexts('nftbox', boxTexts, page);

export default defineRemote({
  name: 'nft',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    market: () => import('./pages/market/MarketPage.tsx'),
    artwork: () => import('./pages/artwork/ArtworkPage.tsx'),
    'artwork-video': () => import('./pages/artwork-video/ArtworkVideoPage.tsx'),
    purchase: withBoxes(() => import('./pages/purchase/PurchasePage.tsx')),
    auction: () => import('./pages/auction/AuctionPage.tsx'),
    mine: withBoxes(() => import('./pages/mine/MinePage.tsx')),
    'my-work': () => import('./pages/my-work/MyWorkPage.tsx'),
    resell: () => import('./pages/resell/ResellPage.tsx'),
    artist: () => import('./pages/artist/ArtistPage.tsx'),
  },
});
