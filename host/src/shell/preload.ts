import { bus } from '@tessera/bus';
import type { Versions } from '../federation/release.ts';
import { HOST_PAGES } from '../pages/routes.ts';
import { loadPage } from './page-loader.ts';
import { resolvePage } from './resolve-page.ts';

/** Starts fetching the first screen while texts and session are still on their way; a failure shows when it is needed. */
export function preloadFirstPage(versions: Versions, hash: string = location.hash): void {
  const path = (hash.slice(1).split('?')[0] as string) || '/';
  const page = resolvePage(
    path,
    (candidate) => Object.hasOwn(HOST_PAGES, candidate),
    versions,
    bus.last('session') ?? null,
  );
  if (page.kind === 'host' || page.kind === 'remote') loadPage(page).catch(() => undefined);
}
