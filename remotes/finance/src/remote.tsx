import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'finance',
  texts: (code) => import(`./i18n/${code}.json`),
  parts: {
    'finance/invest': (code) => import(`./invest/i18n/${code}.json`),
    'finance/launchpad': (code) => import(`./launchpad/i18n/${code}.json`),
    'finance/loans': (code) => import(`./loans/i18n/${code}.json`),
    'finance/mining': (code) => import(`./mining/i18n/${code}.json`),
    'finance/portfolio': (code) => import(`./portfolio/i18n/${code}.json`),
    'finance/quickbuy': (code) => import(`./quickbuy/i18n/${code}.json`),
  },
  pages: {
    home: () => import('./pages/home/FinancePage.tsx'),
    coin: { load: () => import('./pages/coin/CoinPage.tsx'), texts: ['finance/invest', 'finance/mining'] },
    'invest-home': { load: () => import('./pages/invest-home/InvestPage.tsx'), texts: ['finance/invest'] },
    'invest-purchase': {
      load: () => import('./pages/invest-purchase/InvestPurchasePage.tsx'),
      texts: ['finance/invest'],
    },
    'invest-fixed': { load: () => import('./pages/invest-fixed/InvestFixedPage.tsx'), texts: ['finance/invest'] },
    'invest-positions': {
      load: () => import('./pages/invest-positions/InvestPositionsPage.tsx'),
      texts: ['finance/invest'],
    },
    'invest-help': { load: () => import('./pages/invest-help/InvestHelpPage.tsx'), texts: ['finance/invest'] },
    'demand-purchase': {
      load: () => import('./pages/demand-purchase/DemandPurchasePage.tsx'),
      texts: ['finance/invest'],
    },
    'demand-deposits': {
      load: () => import('./pages/demand-deposits/DemandDepositsPage.tsx'),
      texts: ['finance/invest'],
    },
    launchpad: { load: () => import('./pages/launchpad/LaunchpadPage.tsx'), texts: ['finance/launchpad'] },
    'launchpad-sale': { load: () => import('./pages/launchpad-sale/SalePage.tsx'), texts: ['finance/launchpad'] },
    'launchpad-orders': {
      load: () => import('./pages/launchpad-orders/SubscriptionsPage.tsx'),
      texts: ['finance/launchpad'],
    },
    'my-products': { load: () => import('./pages/my-products/MyProductsPage.tsx'), texts: ['finance/portfolio'] },
    'mining-products': {
      load: () => import('./pages/mining-products/MiningProductsPage.tsx'),
      texts: ['finance/mining'],
    },
    'mining-welcome': { load: () => import('./pages/mining-welcome/MiningWelcomePage.tsx'), texts: ['finance/mining'] },
    'mining-product': { load: () => import('./pages/mining-product/MiningProductPage.tsx'), texts: ['finance/mining'] },
    'mining-positions': {
      load: () => import('./pages/mining-positions/MiningPositionsPage.tsx'),
      texts: ['finance/mining'],
    },
    'quick-buy': { load: () => import('./pages/quick-buy/QuickBuyPage.tsx'), texts: ['finance/quickbuy'] },
    borrow: { load: () => import('./pages/borrow/BorrowPage.tsx'), texts: ['finance/loans'] },
    borrowing: { load: () => import('./pages/borrowing/BorrowingPage.tsx'), texts: ['finance/loans'] },
    otc: { load: () => import('./pages/otc/OtcPage.tsx'), texts: ['finance/loans'] },
    visa: { load: () => import('./pages/visa/VisaPage.tsx'), texts: ['finance/loans'] },
  },
});
