import { type PageLoader, useTexts } from '@tessera/i18n';
import { useState } from 'react';
import { NotBuilt } from './NotBuilt.tsx';

export { NotBuilt };

/** `/pages/fund/vip` has its title under `routes.fund.vip` unless its descriptor has another one. */
const titleOf = (hash: string): string => `routes.${hash.replace(/\?.*/, '').split('/').slice(2).join('.')}`;

/**
 * Loads the placeholder screen for routes of this remote that are not built yet. `title` is a key of the remote's
 * texts; without it, the key follows from the route.
 */
export function notBuiltPage(remote: string, title?: string): PageLoader {
  function NotBuiltPage() {
    const t = useTexts(remote);
    const [key] = useState(() => title ?? titleOf(location.hash));
    return <NotBuilt title={t(key)} />;
  }
  return async () => ({ default: NotBuiltPage });
}
