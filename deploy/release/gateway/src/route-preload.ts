import type { Descriptor } from '@tessera/releases';
import type { FirstLists } from './first-lists.ts';
import { withoutComments } from './inline-source.ts';
import type { HostFile, HostFiles } from './shell-source.ts';

type FirstRequest = NonNullable<Descriptor['routes'][number]['first']>;

export type PreloadOptions = HostFiles & {
  /** Path of the first banner's picture. */
  readonly banner?: string | null;
  /** Of versions that the page need not ask for theirs. */
  readonly lists?: FirstLists;
};

/** What of the browser is used besides the document. */
type Browser = Pick<Window, 'localStorage' | 'sessionStorage' | 'fetch' | 'setTimeout'> & {
  readonly indexedDB?: IDBFactory;
  readonly crypto?: Crypto;
  /** The screen's first request, which the host takes as its own (`host/src/first-request.ts`). */
  tesseraFirst?:
    | { readonly url: string; readonly token: string | null; readonly response: Promise<Response> }
    | undefined;
};

/**
 * Runs in the page before any bundle: preloads what the hash route needs (entry and screen of the remote that serves
 * it, or the files of the index page with its first banner, and the texts), and makes the request that the screen begins
 * with, so that they load in parallel with the host's scripts. It is sent as source text and must not refer to anything outside itself.
 */
export function preloadRoute(
  page: Document,
  { hash, search, origin }: Pick<Location, 'hash' | 'search' | 'origin'>,
  { home, texts, provided, banner, lists = {} }: PreloadOptions,
  browser: Browser,
): void {
  type Remote = {
    version: string;
    entry: string;
    integrity: string;
    routes: { path: string; needs?: number[]; provided?: string[]; first?: FirstRequest }[];
    assets: [string, string][];
    texts?: Record<string, number>;
  };
  /** As in `VersionFiles`. */
  type Files = {
    assets: [string, string][];
    screens: Record<string, number[]>;
    provided: Record<string, string[]>;
    texts: Record<string, number>;
    pageTexts?: Record<string, Record<string, number[]>>;
  };
  type Slot = { name: string; stable: Remote; ramp?: { candidate: Remote }; previous?: Remote };
  const start = ([href, integrity]: HostFile) => {
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    // After the host's scripts: these load while those run.
    link.fetchPriority = 'low';
    // A preload is used only by a request with the same integrity and CORS mode.
    link.setAttribute('integrity', integrity);
    link.href = href;
    page.head.append(link);
  };
  const stored = (name: string, kind: 'localStorage' | 'sessionStorage' = 'localStorage') => {
    try {
      return browser[kind].getItem(`tessera.host.${name}`);
    } catch {
      return null;
    }
  };
  const showSoon = ({ rows, sources, sizes, count }: NonNullable<FirstRequest['pictures']>, response: unknown) => {
    type Size = { readonly width: number; readonly avif: string | null };
    const within = (value: unknown, names: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: a missing field throws, and then nothing is preloaded.
      names.split('.').reduce((inner: any, name) => inner[name], value);
    for (const row of (within(response, `message.${rows}`) as unknown[]).slice(0, count)) {
      const link = page.createElement('link');
      link.rel = 'preload';
      link.as = 'image';
      // A browser that cannot show it fetches nothing, and the image another format.
      link.type = 'image/avif';
      link.imageSizes = sizes;
      link.imageSrcset = (within(row, sources) as Size[])
        .filter(({ avif }) => avif)
        .map(({ avif, width }) => `${avif} ${width}w`)
        .join(', ');
      page.head.append(link);
    }
  };
  // Pictures share the connection with the scripts, without which none is shown: they begin once the first one is there.
  const scripted = new Promise<void>((done) => {
    const loaded = ({ target }: Event) => (target as Element).localName === 'script' && done();
    page.addEventListener('load', loaded, true);
  });
  /** As `proofFor` of the API client: the key of the session proves the request. Rejects where it has none. */
  const prove = async (token: string, url: string): Promise<string> => {
    const { indexedDB, crypto } = browser;
    if (!indexedDB || !crypto) throw new Error('no keys');
    const bytesOf = (text: string) => new TextEncoder().encode(text);
    const base64url = (text: string) =>
      btoa(text).replace(/[+/=]/g, (sign) => (sign === '+' ? '-' : sign === '/' ? '_' : ''));
    const encoded = (bytes: ArrayBuffer) => base64url(String.fromCharCode(...new Uint8Array(bytes)));
    const hashOf = async (text: string) => encoded(await crypto.subtle.digest('SHA-256', bytesOf(text)));
    const ath = await hashOf(token);
    const { privateKey, head } = await new Promise<{ privateKey: CryptoKey; head: string }>((found, fail) => {
      const opening = indexedDB.open('tessera');
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
      opening.onerror = fail;
      opening.onsuccess = () => {
        const reading = opening.result.transaction('keys').objectStore('keys').get(ath);
        reading.onerror = fail;
        reading.onsuccess = () => found(reading.result);
        opening.result.close();
      };
    });
    const [htu, query] = url.split('?');
    const content = await hashOf(`\n${query}`);
    const claims = { jti: crypto.randomUUID(), htm: 'GET', htu, iat: Date.now() / 1_000, ath, content };
    const text = `${head}.${base64url(JSON.stringify(claims))}`;
    const signing = { name: 'ECDSA', hash: 'SHA-256' };
    return `${text}.${encoded(await crypto.subtle.sign(signing, privateKey, bytesOf(text)))}`;
  };
  /** `own`: the response is of the user who is signed in, not the same for all. */
  const ask = ({ call, pictures }: FirstRequest, own: boolean) => {
    const visit = stored('visit', 'sessionStorage');
    const token = visit ? (JSON.parse(visit) as { token: string }).token : stored('token');
    const url = `${origin}/api${call}${call.includes('?') ? '&' : '?'}lang=${language}`;
    const send = (headers: Record<string, string>) => browser.fetch(url, { headers });
    const response =
      own && token
        ? prove(token, url).then(
            (dpop) => send({ authorization: token, dpop }),
            () => send({ authorization: token }),
          )
        : send({});
    browser.tesseraFirst = { url, token, response };
    // A screen that is opened later begins with what is true then.
    browser.setTimeout(() => delete browser.tesseraFirst, 30_000);
    response
      .then((received) => received.clone().json())
      .then((received) => pictures && scripted.then(() => showSoon(pictures, received)))
      // The host makes the request again, and shows what is wrong.
      .catch(() => undefined);
  };
  const path = (hash.slice(1).split('?')[0] || '/').replace(/(.)\/+$/, '$1');
  const language = stored('language') || stored('account-language') || 'en';
  texts[language]?.forEach(start);
  if (path === '/') {
    if (banner) {
      const link = page.createElement('link');
      link.rel = 'preload';
      link.as = 'image';
      link.fetchPriority = 'high';
      link.href = banner;
      page.head.append(link);
    }
    ask({ call: '/menu' }, false);
    // A host of before serves Home itself.
    home.forEach(start);
    if (home[0]) return;
  }
  const content = page.getElementById('tessera-manifest')?.textContent;
  // Overridden remotes load from other origins, and which ones is not known yet.
  if (!content || /[?&](override|preview)=/.test(search)) return;
  const { remotes } = JSON.parse(JSON.parse(content).payload) as { remotes: Slot[] };
  // The version that this browser ran last; a wrong guess costs bytes, never correctness.
  const last = JSON.parse(stored('versions') || '{}') as Record<string, string>;
  for (const { name, stable, ramp, previous } of remotes) {
    const remote = [stable, ramp?.candidate, previous].find((each) => each?.version === last[name]) ?? stable;
    const route = remote.routes.find((each) => each.path === path);
    // A remote that is still being built has screens, and no entry.
    if (!route || !remote.entry) continue;
    start([`/h5/${remote.entry}`, remote.integrity]);
    const folder = `/h5/${remote.entry.replace(/[^/]+$/, '')}`;
    const startAll = ({ assets, screens, provided: modules, texts, pageTexts }: Files) => {
      for (const need of (screens[path] ?? []).concat(texts[language] ?? [], pageTexts?.[path]?.[language] ?? [])) {
        const [file, integrity] = assets[need] as [string, string];
        start([folder + file, integrity]);
      }
      for (const request of modules[path] ?? []) provided[request]?.forEach(start);
    };
    const { assets, texts = {} } = remote;
    const { needs, provided: modules } = route;
    // Of a version of before lists, the manifest says it.
    const list = assets[0]
      ? { assets, texts, screens: { [path]: needs }, provided: { [path]: modules } }
      : lists[folder];
    if (list) startAll(list as Files);
    else
      browser
        .fetch(`${folder}files.json`)
        .then((response) => response.json())
        .then(startAll)
        // The host fetches what it needs.
        .catch(() => undefined);
    if (route.first && !hash.includes('?')) ask(route.first, true);
  }
}

/** The script as inlined in the page. */
export const routePreloadScript = (options: PreloadOptions): string =>
  // Names of files are chosen by the publisher: none ends the script.
  `(${withoutComments(preloadRoute.toString())})(document,location,${JSON.stringify(options).replaceAll('<', '\\u003c')},self)`;
