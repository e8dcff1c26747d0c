import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byLanguage, LOCALES, languageOf, type Manifest, type PublicKey } from '@tessera/releases';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INERT_POLICY } from '../file-types.ts';
import { withoutComments } from '../inline-source.ts';
import { packedText } from '../packed-text.ts';

/** The installed app: its worker, its manifest (https://www.w3.org/TR/appmanifest/) and its icons. */

const HERE = import.meta.dirname;
const BASE = '/h5';

/** Icons of this folder; their names stay when they change, so browsers ask again after a day. */
const ICONS = ['icon-192', 'icon-512', 'maskable-192', 'maskable-512', 'touch-180', 'badge-96', 'share'] as const;
const DAY_SECONDS = 86_400;

type Localised = Readonly<Record<string, string>>;

const DESCRIPTIONS = byLanguage(
  (code) =>
    (JSON.parse(readFileSync(join(HERE, 'i18n', `${code}.json`), 'utf8')) as { readonly description: string })
      .description,
);

/** Shortcuts that systems show: as many as Android does. */
const MOST_SHORTCUTS = 4;

/** The tabs of the release are the shortcuts: their labels exist in every language, and they follow releases. */
function shortcutsOf(release: Manifest | undefined, language: string) {
  const tabs = (release?.remotes ?? []).flatMap(({ stable: { tab } }) => tab ?? []);
  return tabs
    .toSorted((a, b) => a.order - b.order)
    .slice(0, MOST_SHORTCUTS)
    .map(({ path, label }) => ({
      name: (label as Localised)[language] ?? (label as Localised).en ?? path,
      url: `${BASE}/#${path}`,
      icons: [{ src: `${BASE}/app/icon-192.png`, sizes: '192x192', type: 'image/png' }],
    }));
}

const iconOf = (name: string, side: number, purpose: string) => ({
  src: `${BASE}/app/${name}-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

/** The manifest in a language. The id stays: an installed app is found by it. */
export const appManifest = (name: string, language: string, release: Manifest | undefined) => ({
  id: `${BASE}/`,
  name,
  short_name: name,
  description: DESCRIPTIONS[languageOf(language).code],
  lang: languageOf(language).locale,
  dir: languageOf(language).direction,
  start_url: `${BASE}/`,
  scope: `${BASE}/`,
  display: 'standalone',
  orientation: 'any',
  theme_color: '#0f1012',
  background_color: '#0f1012',
  categories: ['finance'],
  icons: [
    iconOf('icon', 192, 'any'),
    iconOf('icon', 512, 'any'),
    iconOf('maskable', 192, 'maskable'),
    iconOf('maskable', 512, 'maskable'),
  ],
  shortcuts: shortcutsOf(release, language),
});

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Tags of the page's head: manifest, icon, and what links to the page look like elsewhere (https://ogp.me). */
export function headTags(name: string, origin: string | null, worker: boolean): string {
  const title = attribute(name);
  const description = attribute(DESCRIPTIONS.en ?? '');
  return [
    `<link rel="manifest" href="${BASE}/app/en.webmanifest">`,
    `<link rel="apple-touch-icon" href="${BASE}/app/touch-180.png">`,
    `<meta name="description" content="${description}">`,
    `<meta property="og:type" content="website"><meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    // Its address has to be absolute.
    ...(origin === null
      ? []
      : [
          `<meta property="og:image" content="${attribute(origin)}${BASE}/app/share.png">`,
          '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
          '<meta name="twitter:card" content="summary_large_image">',
        ]),
    ...(worker ? [] : ['<meta name="tessera-worker" content="off">']),
  ].join('');
}

export type AppOptions = {
  /** Name of the site. */
  readonly name: () => string;
  readonly release: () => Manifest | undefined;
  /** What the worker holds that no page can change: the same object as long as it stays the same. */
  readonly pinned: (request: FastifyRequest) => Promise<PinnedPage>;
  /** Whether pages have a worker. Without one they get a script that ends it and deletes what it kept. */
  readonly worker: () => boolean;
};

/** The page around its manifest, and what verifies it: part of the worker's script. */
export type PinnedPage = {
  readonly keys: readonly PublicKey[];
  /** What stands before and behind the manifest; null while the host is not built. */
  readonly page: readonly [string, string] | null;
  /** Headers that the page is sent with. */
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch of the last rollback of compromised code: manifests of before do not count. */
  readonly since: number;
};

/** What a worker may do besides its own code: ask this origin. It has no page whose policy would apply. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'";

/** Adds the routes of the installed app. */
export function serveApp(gateway: FastifyInstance, { name, release, worker, pinned }: AppOptions): void {
  const scriptOf = (file: string) => withoutComments(readFileSync(join(HERE, file), 'utf8'));
  const scripts = { on: scriptOf('worker.js'), off: scriptOf('no-worker.js') };
  const sendScript = packedText();
  const workers = new WeakMap<PinnedPage, { readonly text: string; readonly tag: string }>();
  const tagged = (text: string) => ({
    text,
    tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  });
  const none = tagged(scripts.off);
  /** The script of the worker that holds a page. */
  const workerOf = (page: PinnedPage) => {
    const known = workers.get(page);
    if (known) return known;
    const script = tagged(`self.PINNED=${JSON.stringify(page)};\n${scripts.on}`);
    workers.set(page, script);
    return script;
  };

  // No other script may become a worker: it would answer for pages after its page is gone.
  gateway.addHook('onRequest', async (request, reply) => {
    if (request.headers['service-worker'] === undefined || request.url === `${BASE}/sw.js`) return undefined;
    return reply.code(403).header('cache-control', 'no-store').send({ error: 'no_worker' });
  });
  gateway.get(`${BASE}/sw.js`, async (request, reply) => {
    const { text, tag } = worker() ? workerOf(await pinned(request)) : none;
    reply.header('cache-control', 'no-cache').header('etag', tag).header('content-security-policy', WORKER_POLICY);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return sendScript(request, reply.type('text/javascript; charset=utf-8'), text);
  });

  for (const icon of ICONS) {
    const content = readFileSync(join(HERE, 'icons', `${icon}.png`));
    gateway.get(`${BASE}/app/${icon}.png`, (_request, reply) =>
      reply
        .type('image/png')
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .header('content-security-policy', INERT_POLICY)
        .send(content),
    );
  }

  gateway.get<{ Params: { language: string } }>(`${BASE}/app/:language.webmanifest`, (request, reply) => {
    const { language } = request.params;
    if (!Object.hasOwn(LOCALES, language)) return reply.callNotFound();
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', INERT_POLICY)
      .send(JSON.stringify(appManifest(name(), language, release())));
  });
}
