import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'markets',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    market: () => import('./pages/market/MarketPage.tsx'),
    search: () => import('./pages/search/SearchPage.tsx'),
  },
});
