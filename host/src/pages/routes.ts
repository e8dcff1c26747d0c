import type { ComponentType } from 'react';

type HostPage = () => Promise<{ readonly default: ComponentType }>;

const home: HostPage = () => import(/* webpackChunkName: "home" */ './home/HomePage.tsx');

/** The host's own screens. Everything else comes from a remote. */
export const HOST_PAGES: Readonly<Record<string, HostPage>> = {
  '/': home,
  '/pages/index/index': home,
  '/pages/index/err': () => import('./error/ErrorPage.tsx'),
  '/pages/common/login': () => import('./login/LoginPage.tsx'),
  '/pages/common/register': () => import('./register/RegisterPage.tsx'),
  '/pages/common/forget': () => import('./forget/ForgetPage.tsx'),
  '/pages/common/webView': () => import('./webview/WebViewPage.tsx'),
};

export const HOME = '/';
