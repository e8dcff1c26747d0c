import { defineRemote } from '@tessera/i18n/define-remote';

export default defineRemote({
  name: 'entrance',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    login: () => import('./pages/login/LoginPage.tsx'),
    register: () => import('./pages/register/RegisterPage.tsx'),
    forget: () => import('./pages/forget/ForgetPage.tsx'),
  },
});
