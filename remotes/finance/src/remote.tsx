import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'finance',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    home: () => import('./pages/home/FinancePage.tsx'),
    'not-built': notBuiltPage('finance'),
  },
});
