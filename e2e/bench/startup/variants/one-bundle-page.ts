// Replaces the host's loading of remotes: one bundle with lazy pages.
import { addTexts, type RemoteModule } from '@tessera/i18n';
import trading from '../../../../remotes/trading/remote.json';

export class PageFailure extends Error {}
export const entryUrl = () => '';
export const isLoaded = () => true;
export const forgetRemote = () => undefined;

export async function loadRemotePage(_remote: unknown, path: string) {
  const { default: module } = (await import('../../../../remotes/trading/src/remote.tsx')) as { default: RemoteModule };
  const page = module.pages[trading.routes.find((route) => route.path === path)?.module ?? path];
  if (!page) throw new PageFailure(path);
  const [{ default: component }] = await Promise.all([page(), addTexts(module.name, module.texts)]);
  return component;
}
