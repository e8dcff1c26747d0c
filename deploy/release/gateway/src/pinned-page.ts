import type { PublicKey } from '@tessera/releases';
import type { PinnedPage } from './app/app-routes.ts';
import { PAGE_HEADERS, PERMISSIONS_POLICY } from './page-policy.ts';
import {
  contentSecurityPolicy,
  MANIFEST_START,
  type PageOrigins,
  renderShell,
  type ShellOptions,
} from './shell-page.ts';
import type { ShellSource } from './shell-source.ts';

type PinnedOptions = {
  readonly source: ShellSource | undefined;
  readonly host: ShellOptions['host'];
  readonly keys: readonly PublicKey[];
  readonly app: NonNullable<ShellOptions['app']>;
  readonly origins: Pick<PageOrigins, 'frames' | 'images'>;
  readonly since: number;
};

/**
 * What the worker's script holds of the page: everything but the manifest, under the policy of exactly this page. The
 * script names no host, and stays the same until the host, the keys or the configuration change.
 */
export function pinnedPage({ source, host, keys, app, origins, since }: PinnedOptions): PinnedPage {
  if (!source) return { keys, page: null, headers: {}, since };
  const html = renderShell(source.template, { keys, manifest: {}, files: source.files, host, app });
  const at = html.indexOf(MANIFEST_START) + MANIFEST_START.length;
  return {
    keys,
    page: [html.slice(0, at), html.slice(at + '{}'.length)],
    headers: {
      ...PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(html, origins),
      'permissions-policy': PERMISSIONS_POLICY,
    },
    since,
  };
}
