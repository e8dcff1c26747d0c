import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

const notBuilt = notBuiltPage('assets');

export default defineRemote({
  name: 'assets',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/fund/assets': () => import('./pages/overview/AssetsPage.tsx'),
    '/pages/fund/assets_record': () => import('./pages/currency/CurrencyPage.tsx'),
    '/pages/fund/assets_all_record': () => import('./pages/records/RecordsPage.tsx'),
    '/pages/fund/receive': () => import('./pages/deposit/ReceivePage.tsx'),
    '/pages/fund/receive_withdraw_record': () => import('./pages/deposit-log/DepositLogPage.tsx'),
    '/pages/fund/transfer': () => import('./pages/transfer/TransferPage.tsx'),
    '/pages/fund/transfer_history': () => import('./pages/transfer-history/TransferHistoryPage.tsx'),
    '/pages/fund/fundTransfer': notBuilt,
    '/pages/fund/select': notBuilt,
    '/pages/fund/withdraw': notBuilt,
    '/pages/fund/vip': notBuilt,
    '/pages/transfer/transfer': notBuilt,
    '/pages/setting/wallet': notBuilt,
    '/pages/setting/addWallet': notBuilt,
    '/pages/setting/bank': notBuilt,
    '/pages/setting/bank_international': notBuilt,
    '/pages/setting/bill': notBuilt,
  },
});
