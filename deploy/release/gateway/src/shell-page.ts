import { createHash } from 'node:crypto';
import { LANGUAGES } from '@tessera/releases';
import { LRUCache } from 'lru-cache';
import { headTags } from './app/app-routes.ts';
import type { FirstLists } from './first-lists.ts';
import { loadAgainScript } from './load-again.ts';
import { routePreloadScript } from './route-preload.ts';
import type { HostFiles } from './shell-source.ts';
import { startScript } from './start-page.ts';
import { startWatchScript } from './start-watch.ts';
import { guardScript, pageTrustedTypes } from './trusted-types.ts';

/** Placeholder in the host's page for the manifest and related scripts. */
export const PLACEHOLDER = '<!--tessera:manifest-->';
/** Placeholder for the script that shows the start of Home, behind what the page draws of it. */
const START_PLACEHOLDER = '<!--tessera:start-->';

const dataStart = (id: string): string => `<script type="application/json" id="${id}">`;
/** What the manifest follows in the page. */
export const MANIFEST_START = dataStart('tessera-manifest');

/** Inside a script element `<` could end it, and the two line separators end a line of older JavaScript. */
const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

export type ShellOptions = {
  /** Public keys that manifests are signed with. */
  readonly keys: readonly object[];
  /** The signed manifest, inlined unchanged; left out if none could be read, and the host then fetches it. */
  readonly manifest: object | undefined;
  readonly files: HostFiles;
  /** The released host that the page is of, and the cookie by which the page says that it does not start. */
  readonly host?: { readonly version: string; readonly cookie: string } | undefined;
  /**
   * What the page says of itself as an app; left out for a page that says nothing. `origin` is the configured one, never
   * what a request claims: all clients get the same text.
   */
  readonly app?: { readonly name: string; readonly worker: boolean; readonly origin: string | null };
  /** Loopback origins of remotes under development that a grant names. */
  readonly overrides?: readonly string[];
  /** Path of the first banner's picture, which Home shows before its scripts run. */
  readonly banner?: string | null;
  /** What the first screen of the index loads, by version. */
  readonly lists?: FirstLists | undefined;
};

/** Returns the host's page with the current release. */
export function renderShell(template: string, options: ShellOptions): string {
  const { keys, manifest, files, app, banner = null, lists, overrides = [], host } = options;
  const data = (id: string, value: unknown) => `${dataStart(id)}${inlineJson(value)}</script>`;
  const release = manifest
    ? [
        data('tessera-manifest', manifest),
        `<script>${routePreloadScript({ ...files, banner, ...(lists && { lists }) })}</script>`,
      ]
    : [];
  // A function, because `$` in a replacement string has a special meaning.
  const tags = app ? [headTags(app.name, app.origin, app.worker)] : [];
  return template
    .replace(PLACEHOLDER, () =>
      [
        `<script>${guardScript({ overrides })};${loadAgainScript()}</script>`,
        ...(host ? [`<script>${startWatchScript(host.version, host.cookie)}</script>`] : []),
        data('tessera-keys', keys),
        ...release,
        ...tags,
      ].join(''),
    )
    .replace(
      START_PLACEHOLDER,
      () => `<script>${startScript({ name: app?.name ?? 'Tessera', banner }, LANGUAGES)}</script>`,
    );
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)([^>]*)>([\s\S]*?)<\/script>/gi;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const IS_DATA = /\stype\s*=\s*["']?application\/json/i;

const hashSource = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** Pages whose hashes are kept. */
const HASHED_PAGES = 16;
const hashedPages = new LRUCache<string, { readonly scripts: readonly string[]; readonly styles: readonly string[] }>({
  max: HASHED_PAGES,
});

/** Sources of exactly the inline scripts and styles of a page: hashed once, as all clients get the same text. */
function inlineSources(html: string): { readonly scripts: readonly string[]; readonly styles: readonly string[] } {
  const known = hashedPages.get(html);
  if (known) return known;
  const scripts = [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes]) => !IS_DATA.test(attributes ?? ''))
    .map(([, , content]) => hashSource(content ?? ''));
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, content]) => hashSource(content ?? ''));
  hashedPages.set(html, { scripts, styles });
  return { scripts, styles };
}

/** `host:port` as a policy may name it; what else a request claims as its host is left out. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export type PageOrigins = {
  /** The page's own origin as the client addressed it; left out where the worker adds its own. */
  readonly own?: { readonly protocol: string; readonly host: string };
  /** Loopback origins of remotes under development that a grant names. */
  readonly overrides?: readonly string[];
  /** Other sites that the web view shows in a frame. */
  readonly frames?: readonly string[];
  /** Other sites whose pictures are shown: tiles of maps. */
  readonly images?: readonly string[];
  /** Development servers of `npm run dev`, whose bundles use eval; undefined for a released page. */
  readonly development?: readonly string[] | undefined;
};

/** The WebSocket origin of an http origin. */
const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * Allows the page's own files and connections, and exactly its inline scripts and styles. Everything else is named by
 * its origin.
 */
export function contentSecurityPolicy(
  html: string,
  { own, overrides = [], frames = [], images = [], development }: PageOrigins,
): string {
  const { scripts, styles } = inlineSources(html);
  // Browsers of before 2022 do not take 'self' for the WebSocket of the same host.
  const socket = own && HOST.test(own.host) ? [`${own.protocol === 'https' ? 'wss' : 'ws'}://${own.host}`] : [];
  const served = [...overrides, ...(development ?? [])];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...overrides, ...scripts, ...(development ? ["'unsafe-eval'"] : [])].join(' '),
    development ? "style-src 'self' 'unsafe-inline'" : ["style-src 'self'", ...overrides, ...styles].join(' '),
    ["img-src 'self' data: blob:", ...images, ...overrides].join(' '),
    "media-src 'self' blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...socket, ...served, ...served.map(socketOf)].join(' '),
    "manifest-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Bundles of development servers use eval.
    ...(development ? [] : pageTrustedTypes({ overrides })),
  ].join('; ');
}
