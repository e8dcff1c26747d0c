import { defineRemote, type PageLoader } from '@tessera/i18n';

const market: PageLoader = () => import('./pages/market/MarketPage.tsx');

export default defineRemote({
  name: 'markets',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/market/market': market,
    '/pages/quotation/index': market,
    '/pages/market/search': () => import('./pages/search/SearchPage.tsx'),
  },
});
