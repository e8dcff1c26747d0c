import { defineRemote, type TextLoader } from '@tessera/i18n';
import { withTexts } from '@tessera/i18n/with-texts';

const launchpad = (page: Parameters<typeof withTexts>[2]) =>
  withTexts('launchpad', (code) => import(`./launchpad/i18n/${code}.json`), page);
const mining: TextLoader = (code) => import(`./mining/i18n/${code}.json`);
const invest = (page: Parameters<typeof withTexts>[2]) =>
  withTexts('invest', (code) => import(`./invest/i18n/${code}.json`), page);
const portfolio: TextLoader = (code) => import(`./portfolio/i18n/${code}.json`);

const loans = (page: Parameters<typeof withTexts>[2]) =>
  withTexts('loans', (code) => import(`./loans/i18n/${code}.json`), page);

export default defineRemote({
  name: 'finance',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    home: () => import('./pages/home/FinancePage.tsx'),
    'invest-home': invest(() => import('./pages/invest-home/InvestPage.tsx')),
    'invest-purchase': invest(() => import('./pages/invest-purchase/InvestPurchasePage.tsx')),
    'invest-fixed': invest(() => import('./pages/invest-fixed/InvestFixedPage.tsx')),
    'invest-positions': invest(() => import('./pages/invest-positions/InvestPositionsPage.tsx')),
    'invest-help': invest(() => import('./pages/invest-help/InvestHelpPage.tsx')),
    'demand-purchase': invest(() => import('./pages/demand-purchase/DemandPurchasePage.tsx')),
    'demand-deposits': invest(() => import('./pages/demand-deposits/DemandDepositsPage.tsx')),
    launchpad: launchpad(() => import('./pages/launchpad/LaunchpadPage.tsx')),
    'launchpad-sale': launchpad(() => import('./pages/launchpad-sale/SalePage.tsx')),
    'launchpad-orders': launchpad(() => import('./pages/launchpad-orders/SubscriptionsPage.tsx')),
    'my-products': withTexts('portfolio', portfolio, () => import('./pages/my-products/MyProductsPage.tsx')),
    'mining-products': withTexts('mining', mining, () => import('./pages/mining-products/MiningProductsPage.tsx')),
    'mining-welcome': withTexts('mining', mining, () => import('./pages/mining-welcome/MiningWelcomePage.tsx')),
    'mining-product': withTexts('mining', mining, () => import('./pages/mining-product/MiningProductPage.tsx')),
    'mining-positions': withTexts('mining', mining, () => import('./pages/mining-positions/MiningPositionsPage.tsx')),
    'quick-buy': withTexts(
      'quickbuy',
      (code) => import(`./quickbuy/i18n/${code}.json`),
      () => import('./pages/quick-buy/QuickBuyPage.tsx'),
    ),
    borrow: loans(() => import('./pages/borrow/BorrowPage.tsx')),
    borrowing: loans(() => import('./pages/borrowing/BorrowingPage.tsx')),
    otc: loans(() => import('./pages/otc/OtcPage.tsx')),
    visa: loans(() => import('./pages/visa/VisaPage.tsx')),
  },
});
