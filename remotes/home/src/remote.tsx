import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'home',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: { home: () => import('./pages/home/HomePage.tsx') },
});
