import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';
import { withTexts } from './with-texts.ts';

const launchpad = (page: Parameters<typeof withTexts>[2]) =>
  withTexts('launchpad', (code) => import(`./launchpad/i18n/${code}.json`), page);

export default defineRemote({
  name: 'finance',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    home: () => import('./pages/home/FinancePage.tsx'),
    launchpad: launchpad(() => import('./pages/launchpad/LaunchpadPage.tsx')),
    'launchpad-sale': launchpad(() => import('./pages/launchpad-sale/SalePage.tsx')),
    'launchpad-orders': launchpad(() => import('./pages/launchpad-orders/SubscriptionsPage.tsx')),
    'not-built': notBuiltPage('finance'),
  },
});
