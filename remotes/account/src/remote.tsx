import { defineRemote, type PageLoader } from '@tessera/i18n';

const notBuilt: PageLoader = () => import('./not-built/NotBuiltPage.tsx');
const article: PageLoader = () => import('./pages/common/article/ArticlePage.tsx');

export default defineRemote({
  name: 'account',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/setting/setting': () => import('./pages/setting/setting/SettingPage.tsx'),
    '/pages/setting/userInfo': notBuilt,
    '/pages/setting/security': notBuilt,
    '/pages/setting/password': notBuilt,
    '/pages/setting/payPassword': notBuilt,
    '/pages/setting/coupon': notBuilt,
    '/pages/setting/real': notBuilt,
    '/pages/setting/real_mark': notBuilt,
    '/pages/setting/operational_compliance': () => import('./pages/setting/operational_compliance/CompliancePage.tsx'),
    '/pages/setting/share': notBuilt,
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
