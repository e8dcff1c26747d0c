import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'trading',
  texts: (code) => import(`./i18n/${code}.json`),
  parts: {
    'trading/alerts': (code) => import(`./alerts/i18n/${code}.json`),
    'trading/copytrading': (code) => import(`./copytrading/i18n/${code}.json`),
    'trading/leverage': (code) => import(`./leverage/i18n/${code}.json`),
    'trading/options': (code) => import(`./options/i18n/${code}.json`),
    'trading/plans': (code) => import(`./plans/i18n/${code}.json`),
    'trading/source': (code) => import(`./source/i18n/${code}.json`),
  },
  pages: {
    spot: () => import('./pages/spot/SpotPage.tsx'),
    pair: () => import('./pages/pair/PairPage.tsx'),
    source: { load: () => import('./pages/source/SourcePage.tsx'), texts: ['trading/source'] },
    lever: { load: () => import('./pages/lever/LeverPage.tsx'), texts: ['trading/leverage'] },
    contract: { load: () => import('./pages/contract/ContractPage.tsx'), texts: ['trading/leverage'] },
    'lever-orders': { load: () => import('./pages/lever-orders/LeverOrdersPage.tsx'), texts: ['trading/leverage'] },
    brakes: { load: () => import('./pages/brakes/BrakesPage.tsx'), texts: ['trading/leverage'] },
    'spot-orders': () => import('./pages/spot-orders/SpotOrdersPage.tsx'),
    alerts: { load: () => import('./pages/alerts/AlertsPage.tsx'), texts: ['trading/alerts'] },
    strategies: { load: () => import('./pages/strategies/StrategiesPage.tsx'), texts: ['trading/plans'] },
    strategy: { load: () => import('./pages/strategy/StrategyPage.tsx'), texts: ['trading/plans'] },
    'new-strategy': { load: () => import('./pages/new-strategy/NewStrategyPage.tsx'), texts: ['trading/plans'] },
    options: { load: () => import('./pages/options/OptionsPage.tsx'), texts: ['trading/options'] },
    'option-orders': { load: () => import('./pages/option-orders/OptionOrdersPage.tsx'), texts: ['trading/options'] },
    settlement: { load: () => import('./pages/settlement/SettlementPage.tsx'), texts: ['trading/options'] },
    'copy-home': { load: () => import('./pages/copy-home/CopyHomePage.tsx'), texts: ['trading/copytrading'] },
    'my-copies': { load: () => import('./pages/my-copies/MyCopiesPage.tsx'), texts: ['trading/copytrading'] },
    'copied-trader': {
      load: () => import('./pages/copied-trader/CopiedTraderPage.tsx'),
      texts: ['trading/copytrading'],
    },
    traders: { load: () => import('./pages/traders/TradersPage.tsx'), texts: ['trading/copytrading'] },
    trader: { load: () => import('./pages/trader/TraderPage.tsx'), texts: ['trading/copytrading'] },
    follow: { load: () => import('./pages/follow/FollowPage.tsx'), texts: ['trading/copytrading'] },
    'agreement-zh': {
      load: () => import('./pages/agreement-zh/ChineseAgreementPage.tsx'),
      texts: ['trading/copytrading'],
    },
    'agreement-en': {
      load: () => import('./pages/agreement-en/EnglishAgreementPage.tsx'),
      texts: ['trading/copytrading'],
    },
  },
});
