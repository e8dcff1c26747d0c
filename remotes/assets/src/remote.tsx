import { recordKindTexts } from '@tessera/api/wallet/texts';
import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'assets',
  async texts(code) {
    const [own, kinds] = await Promise.all([import(`./i18n/${code}.json`), recordKindTexts(code)]);
    return { default: { ...own.default, kind: kinds.default } };
  },
  pages: {
    overview: () => import('./pages/overview/AssetsPage.tsx'),
    currency: () => import('./pages/currency/CurrencyPage.tsx'),
    bills: () => import('./pages/bills/BillsPage.tsx'),
    records: () => import('./pages/records/RecordsPage.tsx'),
    deposit: () => import('./pages/deposit/ReceivePage.tsx'),
    'deposit-log': () => import('./pages/deposit-log/DepositLogPage.tsx'),
    transfer: () => import('./pages/transfer/TransferPage.tsx'),
    'transfer-history': () => import('./pages/transfer-history/TransferHistoryPage.tsx'),
    send: () => import('./pages/send/SendPage.tsx'),
    'not-built': notBuiltPage('assets'),
    vip: () => import('./pages/vip/VipPage.tsx'),
    convert: () => import('./pages/convert/ConvertPage.tsx'),
  },
});
