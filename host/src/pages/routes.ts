import type { ComponentType } from 'react';
import { routes } from '../../screens.json';

type HostPage = () => Promise<{ readonly default: ComponentType }>;

const MODULES: Readonly<Record<string, HostPage>> = {
  error: () => import(/* webpackChunkName: "rarely" */ './error/ErrorPage.tsx'),
  webview: () => import(/* webpackChunkName: "webview" */ './webview/WebViewPage.tsx'),
};

/** The host's own screens by path, as `screens.json` declares them. Everything else comes from a remote. */
export const HOST_PAGES: Readonly<Record<string, HostPage>> = Object.fromEntries(
  routes.flatMap(({ path, module }) => {
    const page = MODULES[module];
    return page ? [[path, page]] : [];
  }),
);
