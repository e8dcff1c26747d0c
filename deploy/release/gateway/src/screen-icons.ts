import type { Manifest, ReleasedRemote, ReleaseStore } from '@tessera/releases';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { BASE, INERT_POLICY } from './file-types.ts';

/** Path data of a screen's icon; null for a screen without one, undefined where no remote serves the path. */
export type ScreenIcon = (manifest: Manifest, path: string) => Promise<string | null | undefined>;

/** Versions whose icons are kept: more than are live at once. */
const KEPT = 200;
/** Seconds for which browsers and caches keep an icon: that of another version shows after them. */
const FRESH = 600;
/** Two layers, for a screen that declares none. */
const NEUTRAL = 'M12 3 3 8l9 5 9-5zM3 13l9 5 9-5';

/** Icons that remotes declare for their screens, read from the records of the stable versions. */
export function screenIcons(store: Pick<ReleaseStore, 'version'>): ScreenIcon {
  const known = new LRUCache<string, ReadonlyMap<string, string>>({ max: KEPT });

  async function iconsOf({ name, version }: ReleasedRemote): Promise<ReadonlyMap<string, string>> {
    const key = `${name}@${version}`;
    const kept = known.get(key);
    if (kept) return kept;
    const routes = (await store.version(name, version))?.descriptor.routes ?? [];
    const icons = new Map(routes.flatMap(({ path, icon }) => (icon ? [[path, icon] as const] : [])));
    known.set(key, icons);
    return icons;
  }

  return async ({ remotes }, path) => {
    const owner = remotes.find(({ stable }) => stable.routes.some((route) => route.path === path));
    return owner && ((await iconsOf(owner.stable)).get(path) ?? null);
  };
}

/** Serves icons as pictures: `/h5/icons/<path of the screen>.svg`. */
export function serveIcons(
  gateway: FastifyInstance,
  { release, icon }: { readonly release: () => Manifest | undefined; readonly icon: ScreenIcon },
): void {
  gateway.get<{ Params: { '*': string } }>(`${BASE}/icons/*`, async (request, reply) => {
    const [, path] = /^(.+)\.svg$/.exec(request.params['*']) ?? [];
    const manifest = release();
    const data = path && manifest && (await icon(manifest, `/${path}`));
    if (data === undefined || data === '') return reply.callNotFound();
    return reply
      .type('image/svg+xml')
      .header('cache-control', `public, max-age=${FRESH}`)
      .header('content-security-policy', INERT_POLICY)
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${data ?? NEUTRAL}"/></svg>`,
      );
  });
}
