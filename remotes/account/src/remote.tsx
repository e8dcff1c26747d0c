import { defineRemote, type PageLoader } from '@tessera/i18n';

const notBuilt: PageLoader = () => import('./not-built/NotBuiltPage.tsx');
const article: PageLoader = () => import('./pages/common/article/ArticlePage.tsx');

export default defineRemote({
  name: 'account',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/setting/setting': () => import('./pages/setting/setting/SettingPage.tsx'),
    '/pages/setting/userInfo': () => import('./pages/setting/userInfo/ProfilePage.tsx'),
    '/pages/setting/security': () => import('./pages/setting/security/SecurityPage.tsx'),
    '/pages/setting/password': () => import('./pages/setting/password/PasswordPage.tsx'),
    '/pages/setting/payPassword': () => import('./pages/setting/payPassword/PayPasswordPage.tsx'),
    '/pages/setting/coupon': notBuilt,
    '/pages/setting/real': () => import('./pages/setting/real/RequestPage.tsx'),
    '/pages/setting/real_mark': () => import('./pages/setting/real_mark/LevelsPage.tsx'),
    '/pages/setting/operational_compliance': () => import('./pages/setting/operational_compliance/CompliancePage.tsx'),
    '/pages/setting/share': () => import('./pages/setting/share/SharePage.tsx'),
    '/pages/setting/areas': notBuilt,
    '/pages/common/area': notBuilt,
    '/pages/common/article': article,
    '/pages/common/aboutus': () => import('./pages/common/aboutus/AboutPage.tsx'),
    '/pages/common/contactus': () => import('./pages/common/contactus/ContactPage.tsx'),
    '/pages/common/faq': () => import('./pages/common/faq/FaqPage.tsx'),
    '/pages/help/help': () => import('./pages/help/help/HelpPage.tsx'),
    '/pages/help/detail': article,
  },
});
