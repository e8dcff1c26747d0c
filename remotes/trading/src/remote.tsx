import { defineRemote } from '@tessera/i18n';
import { withTexts } from '@tessera/i18n/with-texts';

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
    alerts: withTexts(
      'alerts',
      (code) => import(`./alerts/i18n/${code}.json`),
      () => import('./pages/alerts/AlertsPage.tsx'),
    ),
    options: () => import('./pages/options/OptionsPage.tsx'),
    'option-orders': () => import('./pages/option-orders/OptionOrdersPage.tsx'),
    settlement: () => import('./pages/settlement/SettlementPage.tsx'),
    'copy-home': () => import('./pages/copy-home/CopyHomePage.tsx'),
    'my-copies': () => import('./pages/my-copies/MyCopiesPage.tsx'),
    'copied-trader': () => import('./pages/copied-trader/CopiedTraderPage.tsx'),
    traders: () => import('./pages/traders/TradersPage.tsx'),
    trader: () => import('./pages/trader/TraderPage.tsx'),
    follow: () => import('./pages/follow/FollowPage.tsx'),
    'agreement-zh': () => import('./pages/agreement-zh/ChineseAgreementPage.tsx'),
    'agreement-en': () => import('./pages/agreement-en/EnglishAgreementPage.tsx'),
  },
});
