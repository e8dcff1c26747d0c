import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

const notBuilt = (title: string) => notBuiltPage('trading', title);

export default defineRemote({
  name: 'trading',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/transaction/index': () => import('./pages/spot/SpotPage.tsx'),
    '/pages/transaction/currency': () => import('./pages/pair/PairPage.tsx'),
    '/pages/transaction/currency_order': () => import('./pages/spot-orders/SpotOrdersPage.tsx'),
    '/pages/transaction/index2': notBuilt('routes.contracts'),
    '/pages/transaction/index3': notBuilt('routes.options'),
    '/pages/transaction/contract': notBuilt('routes.contract'),
    '/pages/transaction/contract_order': notBuilt('routes.contractOrders'),
    '/pages/transaction/seconds_order': notBuilt('routes.optionOrders'),
    '/pages/copytrade/copy': notBuilt('routes.copy'),
    '/pages/copytrade/my': notBuilt('routes.myCopies'),
    '/pages/copytrade/trader': notBuilt('routes.trader'),
    '/pages/follow/index': notBuilt('routes.traders'),
    '/pages/follow/trader': notBuilt('routes.trader'),
    '/pages/follow/follow': notBuilt('routes.follow'),
    '/pages/follow/agreement_zh': notBuilt('routes.agreement'),
    '/pages/follow/agreement_en': notBuilt('routes.agreement'),
  },
});
