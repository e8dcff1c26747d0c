import { defineRemote, type PageLoader } from '@tessera/i18n';
import { withTexts } from '@tessera/i18n/with-texts';

const copytrading = (page: PageLoader) =>
  withTexts('copytrading', (code) => import(`./copytrading/i18n/${code}.json`), page);
const options = (page: PageLoader) => withTexts('options', (code) => import(`./options/i18n/${code}.json`), page);
const source = (page: PageLoader) => withTexts('source', (code) => import(`./source/i18n/${code}.json`), page);

export default defineRemote({
  name: 'trading',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    spot: () => import('./pages/spot/SpotPage.tsx'),
    pair: () => import('./pages/pair/PairPage.tsx'),
    source: source(() => import('./pages/source/SourcePage.tsx')),
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
    options: options(() => import('./pages/options/OptionsPage.tsx')),
    'option-orders': options(() => import('./pages/option-orders/OptionOrdersPage.tsx')),
    settlement: options(() => import('./pages/settlement/SettlementPage.tsx')),
    'copy-home': copytrading(() => import('./pages/copy-home/CopyHomePage.tsx')),
    'my-copies': copytrading(() => import('./pages/my-copies/MyCopiesPage.tsx')),
    'copied-trader': copytrading(() => import('./pages/copied-trader/CopiedTraderPage.tsx')),
    traders: copytrading(() => import('./pages/traders/TradersPage.tsx')),
    trader: copytrading(() => import('./pages/trader/TraderPage.tsx')),
    follow: copytrading(() => import('./pages/follow/FollowPage.tsx')),
    'agreement-zh': copytrading(() => import('./pages/agreement-zh/ChineseAgreementPage.tsx')),
    'agreement-en': copytrading(() => import('./pages/agreement-en/EnglishAgreementPage.tsx')),
  },
});
