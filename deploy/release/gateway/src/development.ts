import proxy from '@fastify/http-proxy';
import {
  DEFAULT_LIMITS,
  type Descriptor,
  generateKey,
  type Manifest,
  type PublicKey,
  publicKeyOf,
  sign,
} from '@tessera/releases';
import type { FastifyInstance } from 'fastify';
import { BASE } from './file-types.ts';
import type { LiveRelease } from './release-feed.ts';
import type { ScreenIcon } from './screen-icons.ts';
import { NO_FILES, type ShellSource } from './shell-source.ts';

/** Version of remotes on development servers. */
const VERSION = 'dev';

export type DevelopmentServers = {
  /** Origin of the host's development server. */
  readonly host: string;
  readonly remotes: readonly { readonly descriptor: Descriptor; readonly origin: string }[];
};

const DAY = 24 * 3_600_000;

/** A manifest of all development servers, signed with a temporary key: the page accepts nothing unsigned. */
export async function developmentRelease(
  { remotes }: DevelopmentServers,
  now: number,
): Promise<{ readonly live: LiveRelease; readonly keys: readonly PublicKey[] }> {
  const manifest: Manifest = {
    schema: 2,
    epoch: 1,
    issuedAt: now,
    expiresAt: now + 365 * DAY,
    host: null,
    remotes: remotes.map(({ descriptor: { name, tab, routes, swap } }) => ({
      name,
      stable: {
        name,
        version: VERSION,
        entry: `remotes/${name}/${VERSION}/remoteEntry.js`,
        // Sources change all the time: no hash can be known.
        integrity: '',
        ...(tab ? { tab } : {}),
        routes: routes.map(({ path, access, module }) => ({ path, access, module })),
        assets: [],
        swap,
      },
    })),
    withdrawn: [],
    ...DEFAULT_LIMITS,
  };
  const key = await generateKey('development', now);
  return { live: { manifest, signed: await sign(manifest, [key]) }, keys: [publicKeyOf(key)] };
}

/** The current page of the host's development server. */
export const developmentShell =
  ({ host }: DevelopmentServers) =>
  async (): Promise<ShellSource | undefined> => {
    const response = await fetch(`${host}${BASE}/`).catch(() => undefined);
    return response?.ok ? { template: await response.text(), files: NO_FILES } : undefined;
  };

/** Proxies file requests to the development servers. */
export const developmentFiles =
  ({ host, remotes }: DevelopmentServers) =>
  async (gateway: FastifyInstance): Promise<void> => {
    for (const { descriptor, origin } of remotes) {
      const prefix = `${BASE}/remotes/${descriptor.name}/${VERSION}`;
      await gateway.register(proxy, { upstream: origin, prefix, rewritePrefix: '/', httpMethods: ['GET', 'HEAD'] });
    }
    // Everything else below the base belongs to the host; its page is served above, with the manifest inlined.
    await gateway.register(proxy, {
      upstream: host,
      prefix: BASE,
      rewritePrefix: BASE,
      routes: ['/*'],
      httpMethods: ['GET', 'HEAD'],
    });
  };

/** Icons as the descriptors have them now. */
export const developmentIcons =
  ({ remotes }: DevelopmentServers): ScreenIcon =>
  async (_manifest, path) => {
    const route = remotes.flatMap(({ descriptor }) => descriptor.routes).find((each) => each.path === path);
    return route && (route.icon ?? null);
  };
