import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

const notBuilt = notBuiltPage('finance');

export default defineRemote({
  name: 'finance',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/financial/index': () => import('./pages/home/FinancePage.tsx'),
    '/pages/financial/index3': notBuilt,
    '/pages/lockming/lockming': notBuilt,
    '/pages/lockming/buy': notBuilt,
    '/pages/lockming/order': notBuilt,
    '/pages/lockming/welcome': notBuilt,
    '/pages/invest/invest': notBuilt,
    '/pages/invest/mine': notBuilt,
    '/pages/invest/purchase': notBuilt,
    '/pages/invest/temp_purchase': notBuilt,
    '/pages/invest/help': notBuilt,
    '/pages/ieo/ieo': notBuilt,
    '/pages/ieo/subscribe': notBuilt,
    '/pages/ieo/order': notBuilt,
    '/pages/otc/otc': notBuilt,
    '/pages/common/borrow': notBuilt,
    '/pages/common/borrowing': notBuilt,
    '/pages/fund/buyDemand': notBuilt,
    '/pages/fund/demandDeposit': notBuilt,
    '/pages/fund/visa': notBuilt,
  },
});
