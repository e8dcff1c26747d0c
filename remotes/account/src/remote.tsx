import { defineRemote, type PageLoader } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

const notBuilt = notBuiltPage('account');
const article: PageLoader = () => import('./pages/article/ArticlePage.tsx');

export default defineRemote({
  name: 'account',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/setting/setting': () => import('./pages/settings/SettingPage.tsx'),
    '/pages/setting/userInfo': () => import('./pages/profile/ProfilePage.tsx'),
    '/pages/setting/security': () => import('./pages/security/SecurityPage.tsx'),
    '/pages/setting/password': () => import('./pages/password/PasswordPage.tsx'),
    '/pages/setting/payPassword': () => import('./pages/pay-password/PayPasswordPage.tsx'),
    '/pages/setting/coupon': notBuilt,
    '/pages/setting/real': () => import('./pages/verification-request/RequestPage.tsx'),
    '/pages/setting/real_mark': () => import('./pages/verification/LevelsPage.tsx'),
    '/pages/setting/operational_compliance': () => import('./pages/compliance/CompliancePage.tsx'),
    '/pages/setting/share': () => import('./pages/share/SharePage.tsx'),
    '/pages/setting/areas': notBuilt,
    '/pages/common/area': notBuilt,
    '/pages/common/article': article,
    '/pages/common/aboutus': () => import('./pages/about/AboutPage.tsx'),
    '/pages/common/contactus': () => import('./pages/contact/ContactPage.tsx'),
    '/pages/common/faq': () => import('./pages/faq/FaqPage.tsx'),
    '/pages/help/help': () => import('./pages/help/HelpPage.tsx'),
    '/pages/help/detail': article,
  },
});
