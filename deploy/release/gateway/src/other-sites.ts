import { isTileAddress, webViewsIn } from '@tessera/api/site/rules';
import { startPicture } from './start-page.ts';

type Options = {
  /** Origin of the backend. */
  readonly backend: string;
  readonly fetch: typeof fetch;
  /** Interval in ms. */
  readonly every: number;
};

/** Origins of other sites. */
type OtherOrigins = {
  /** The page may frame these. */
  readonly frames: readonly string[];
  /** The page may show pictures of these: tiles of maps. */
  readonly images: readonly string[];
};

type Configured = {
  readonly web_views?: readonly string[];
  readonly map?: { readonly tiles: string } | null;
  readonly site_name?: string;
  readonly service_worker?: boolean;
};

/** What pages say of themselves as an app, and the picture of the first banner of Home. */
type Site = { readonly name: string; readonly worker: boolean; readonly banner: string | null };

type Banners = { readonly message?: { readonly list?: readonly { readonly cover?: string | null }[] } };

/** What lists call the banners. */
const BANNERS = '5';

/** Interval until the first response, ms. */
const FIRST_EVERY = 1_000;

export type OtherSites = {
  /** Those of the last response. */
  current(): OtherOrigins;
  /** Of the last response; before it, pages have their worker. */
  site(): Site;
  /** Asks now. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
};

/** Follows the site configuration; nothing of other sites is allowed before the backend responds. */
export function followOtherSites({ backend, fetch: request, every }: Options): OtherSites {
  let origins: OtherOrigins = { frames: [], images: [] };
  let site: Site = { name: 'Tessera', worker: true, banner: null };
  let known = false;
  async function refresh(): Promise<void> {
    try {
      const response = await request(`${backend}/api/getSiteConfig?lang=en`, { signal: AbortSignal.timeout(5_000) });
      const { message } = (await response.json()) as { readonly message?: Configured };
      if (!message?.web_views) return;
      site = { ...site, name: message.site_name || 'Tessera', worker: message.service_worker !== false };
      const tiles = message.map?.tiles ?? '';
      // Judged again, because they become part of a header.
      origins = {
        frames: webViewsIn(message.web_views.join(' ')),
        images: isTileAddress(tiles) ? [new URL(tiles).origin] : [],
      };
      const listed = await request(`${backend}/api/news/list`, {
        method: 'POST',
        body: new URLSearchParams({ c_id: BANNERS, page: '1', limit: '1' }),
        signal: AbortSignal.timeout(5_000),
      });
      const banners = ((await listed.json()) as Banners).message?.list;
      known = true;
      if (banners) site = { ...site, banner: startPicture(banners[0]?.cover) };
    } catch {
      // The backend is down: the last ones stay.
    }
  }
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const follow = async () => {
    await refresh();
    // The backend may start later than the gateway.
    if (!stopped) timer = setTimeout(follow, known ? every : Math.min(every, FIRST_EVERY)).unref();
  };
  void follow();
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  return { current: () => origins, site: () => site, refresh, stop };
}
