import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'trading',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    spot: () => import('./pages/spot/SpotPage.tsx'),
    pair: () => import('./pages/pair/PairPage.tsx'),
    source: () => import('./pages/source/SourcePage.tsx'),
    lever: () => import('./pages/lever/LeverPage.tsx'),
    contract: () => import('./pages/contract/ContractPage.tsx'),
    'lever-orders': () => import('./pages/lever-orders/LeverOrdersPage.tsx'),
    brakes: () => import('./pages/brakes/BrakesPage.tsx'),
    'spot-orders': () => import('./pages/spot-orders/SpotOrdersPage.tsx'),
    options: () => import('./pages/options/OptionsPage.tsx'),
    'option-orders': () => import('./pages/option-orders/OptionOrdersPage.tsx'),
    settlement: () => import('./pages/settlement/SettlementPage.tsx'),
    'not-built': notBuiltPage('trading'),
  },
});
