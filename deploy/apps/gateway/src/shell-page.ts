import { createHash } from 'node:crypto';
import { routePreloadScript } from './route-preload.ts';
import type { HostFiles } from './shell-source.ts';

/** Where the host's page wants the manifest and what belongs to it. */
export const PLACEHOLDER = '<!--tessera:manifest-->';

/** Inside a script element `<` could end it, and the two line separators end a line of older JavaScript. */
const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

export type ShellOptions = {
  /** Public keys that manifests are signed with. */
  readonly keys: readonly object[];
  /** The signed manifest, inlined as it is; left out when nothing could be read, and the host then asks for it. */
  readonly manifest: object | undefined;
  readonly files: HostFiles;
};

/** The host's page with the release of the moment in it. */
export function renderShell(template: string, { keys, manifest, files }: ShellOptions): string {
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;
  const release = manifest ? [data('tessera-manifest', manifest), `<script>${routePreloadScript(files)}</script>`] : [];
  // A function, because `$` in a replacement text would be read as a pattern.
  return template.replace(PLACEHOLDER, () => [data('tessera-keys', keys), ...release].join(''));
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)([^>]*)>([\s\S]*?)<\/script>/gi;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const IS_DATA = /\stype\s*=\s*["']?application\/json/i;

const hashSource = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/**
 * Lets the page run its own files and exactly the inline scripts and styles that stand in it.
 * `overrides` are loopback origins that a developer's address asks for.
 * The web view shows pages of others in a frame, which is why frames may be any https page.
 */
export function contentSecurityPolicy(
  html: string,
  { development, overrides = [] }: { readonly development: boolean; readonly overrides?: readonly string[] },
): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes]) => !IS_DATA.test(attributes ?? ''))
    .map(([, , content]) => hashSource(content ?? ''));
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, content]) => hashSource(content ?? ''));
  return [
    "default-src 'none'",
    // Development bundles evaluate their modules from text.
    ["script-src 'self'", ...overrides, ...scripts, ...(development ? ["'unsafe-eval'"] : [])].join(' '),
    development ? "style-src 'self' 'unsafe-inline'" : ["style-src 'self'", ...overrides, ...styles].join(' '),
    ["img-src 'self' data: blob:", ...overrides].join(' '),
    "media-src 'self' blob:",
    "font-src 'self' data:",
    ["connect-src 'self' ws: wss:", ...overrides].join(' '),
    "manifest-src 'self'",
    "frame-src 'self' https:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
  ].join('; ');
}
