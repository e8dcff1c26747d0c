import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'account',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    settings: () => import('./pages/settings/SettingPage.tsx'),
    profile: () => import('./pages/profile/ProfilePage.tsx'),
    security: () => import('./pages/security/SecurityPage.tsx'),
    password: () => import('./pages/password/PasswordPage.tsx'),
    'pay-password': () => import('./pages/pay-password/PayPasswordPage.tsx'),
    authenticator: () => import('./pages/authenticator/AuthenticatorPage.tsx'),
    passkeys: () => import('./pages/passkeys/PasskeysPage.tsx'),
    'bind-contact': () => import('./pages/bind-contact/BindContactPage.tsx'),
    'anti-phishing': () => import('./pages/anti-phishing/AntiPhishingPage.tsx'),
    'log-ins': () => import('./pages/log-ins/LogInsPage.tsx'),
    'account-control': () => import('./pages/account-control/AccountControlPage.tsx'),
    unfreeze: () => import('./pages/unfreeze/UnfreezePage.tsx'),
    'verification-request': () => import('./pages/verification-request/RequestPage.tsx'),
    verification: () => import('./pages/verification/LevelsPage.tsx'),
    compliance: () => import('./pages/compliance/CompliancePage.tsx'),
    share: () => import('./pages/share/SharePage.tsx'),
    article: () => import('./pages/article/ArticlePage.tsx'),
    about: () => import('./pages/about/AboutPage.tsx'),
    contact: () => import('./pages/contact/ContactPage.tsx'),
    faq: () => import('./pages/faq/FaqPage.tsx'),
    help: () => import('./pages/help/HelpPage.tsx'),
    'not-built': notBuiltPage('account'),
  },
});
