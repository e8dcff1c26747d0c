import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'trading',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    spot: () => import('./pages/spot/SpotPage.tsx'),
    pair: () => import('./pages/pair/PairPage.tsx'),
    source: () => import('./pages/source/SourcePage.tsx'),
    'spot-orders': () => import('./pages/spot-orders/SpotOrdersPage.tsx'),
    'not-built': notBuiltPage('trading'),
  },
});
