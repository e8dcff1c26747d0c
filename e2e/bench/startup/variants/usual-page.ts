// Replaces the host's loading of remotes: the federation plugin and its runtime load them.
import { loadRemote } from '@module-federation/enhanced/runtime';
import { addTexts, type RemoteModule } from '@tessera/i18n';
import trading from '../../../../remotes/trading/remote.json';

export class PageFailure extends Error {}
export const entryUrl = () => '';
export const isLoaded = () => true;
export const forgetRemote = () => undefined;

export async function loadRemotePage(_remote: unknown, path: string) {
  const loaded = await loadRemote<{ default: RemoteModule }>('trading/remote');
  const module = loaded?.default;
  const page = module?.pages[trading.routes.find((route) => route.path === path)?.module ?? path];
  if (!module || !page) throw new PageFailure(path);
  const [{ default: component }] = await Promise.all([page(), addTexts(module.name, module.texts)]);
  return component;
}
