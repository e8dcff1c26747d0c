import { defineRemote, type TextLoader } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';
import { withTexts } from './with-texts.ts';

const launchpad = (page: Parameters<typeof withTexts>[2]) =>
  withTexts('launchpad', (code) => import(`./launchpad/i18n/${code}.json`), page);
const mining: TextLoader = (code) => import(`./mining/i18n/${code}.json`);
const portfolio: TextLoader = (code) => import(`./portfolio/i18n/${code}.json`);

export default defineRemote({
  name: 'finance',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    home: () => import('./pages/home/FinancePage.tsx'),
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
    'not-built': notBuiltPage('finance'),
  },
});
