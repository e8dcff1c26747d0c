import { recordKindTexts } from '@tessera/api/wallet/texts';
import { defineRemote } from '@tessera/i18n/define-remote';

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
    vip: () => import('./pages/vip/VipPage.tsx'),
    withdraw: () => import('./pages/withdraw/WithdrawPage.tsx'),
    addresses: () => import('./pages/addresses/AddressesPage.tsx'),
    'add-address': () => import('./pages/add-address/AddAddressPage.tsx'),
    'bank-cards': () => import('./pages/bank-cards/BankCardsPage.tsx'),
    'bank-cards-international': () => import('./pages/bank-cards-international/InternationalCardsPage.tsx'),
    convert: () => import('./pages/convert/ConvertPage.tsx'),
    'funds-proof': () => import('./pages/funds-proof/FundsProofPage.tsx'),
  },
});
