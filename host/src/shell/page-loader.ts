import type { ComponentType } from 'react';
import { loadRemotePage } from '../federation/load-page.ts';
import { HOST_PAGES } from '../pages/routes.ts';
import type { Resolution } from './resolve-page.ts';

export type Loadable = Extract<Resolution, { kind: 'host' | 'remote' }>;

/** Identifies a screen in the page: another version of a remote is another screen. */
export const screenKey = (page: Loadable): string =>
  page.kind === 'host' ? page.path : `${page.remote.name}@${page.remote.version}${page.path}`;

/** Fetches a screen. Rejects when it is missing or broken. */
export async function loadPage(page: Loadable): Promise<ComponentType> {
  if (page.kind === 'remote') {
    if (page.remote.entry) return loadRemotePage(page.remote, page.path);
    const { beingBuilt } = await import(/* webpackChunkName: "rarely" */ '../app/being-built.tsx');
    return beingBuilt(page.remote, page.path);
  }
  const load = HOST_PAGES[page.path];
  if (!load) throw new Error(`the host has no page ${page.path}`);
  return (await load()).default;
}
