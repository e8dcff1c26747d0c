import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'assets',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    overview: () => import('./pages/overview/AssetsPage.tsx'),
    currency: () => import('./pages/currency/CurrencyPage.tsx'),
    records: () => import('./pages/records/RecordsPage.tsx'),
    deposit: () => import('./pages/deposit/ReceivePage.tsx'),
    'deposit-log': () => import('./pages/deposit-log/DepositLogPage.tsx'),
    transfer: () => import('./pages/transfer/TransferPage.tsx'),
    'transfer-history': () => import('./pages/transfer-history/TransferHistoryPage.tsx'),
    'not-built': notBuiltPage('assets'),
    convert: () => import('./pages/convert/ConvertPage.tsx'),
  },
});
