import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import { arrivalLimits } from '@tessera/api/kit/capacity';
import { type Manifest, type PublicKey, previewIdOf, type ReleasedRemote, type Signed } from '@tessera/releases';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { type PinnedPage, serveApp } from './app/app-routes.ts';
import { proxyCalls, proxyRegistry } from './backend-proxy.ts';
import { clearSite } from './clear-site.ts';
import { ConnectionGuard } from './connection-guard.ts';
import { BASE } from './file-types.ts';
import type { FirstLists } from './first-lists.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { hostsFor, watchedHost, withBucket } from './host-choice.ts';
import { overriddenOrigins } from './override-origins.ts';
import { packedText } from './packed-text.ts';
import { PERMISSIONS_POLICY } from './page-policy.ts';
import { leavesItsFolder } from './path-guard.ts';
import { pinnedPage } from './pinned-page.ts';
import { asksForRealtime, proxyRealtime } from './realtime-proxy.ts';
import type { LiveRelease } from './release-feed.ts';
import { remembered } from './remembered.ts';
import { type ScreenIcon, serveIcons } from './screen-icons.ts';
import { type SdkSource, serveSdk } from './sdk-routes.ts';
import { contentSecurityPolicy, type PageOrigins, renderShell } from './shell-page.ts';
import type { ShellSource } from './shell-source.ts';
import { meantAddress } from './typed-address.ts';

export type GatewayOptions = {
  /** Origin of the backend, such as `http://127.0.0.1:8090`. */
  readonly backend: string;
  /** The current release; undefined while it is unknown. */
  readonly release: () => LiveRelease | undefined;
  /** Public keys that verify manifests. */
  readonly keys: () => Promise<readonly PublicKey[]>;
  /** The signed text of a preview by its link; undefined if there is none. */
  readonly preview?: (link: string) => Promise<Signed | undefined>;
  /** The page of a released host; undefined if the store does not have it as it was signed. */
  readonly host?: (host: ReleasedRemote) => Promise<ShellSource | undefined>;
  /** What the screen at the index loads of the versions of a manifest; without it pages ask. */
  readonly lists?: (manifest: Manifest) => FirstLists;
  /** The SDK for teams; without it, `/sdk` does not exist. */
  readonly sdk?: SdkSource;
  /** Icons of screens; without it, `/h5/icons` does not exist. */
  readonly icon?: ScreenIcon;
  /** The built host's page, where none is released that can be read; undefined while it is not built. */
  readonly shell: () => Promise<ShellSource | undefined>;
  /** Adds the routes of the built files, or of the development servers. */
  readonly files: (gateway: FastifyInstance) => Promise<void>;
  /** Origin of the registry; without one, `/registry` does not exist. */
  readonly registry?: string;
  /** Addresses or ranges whose `x-forwarded-for` names the client; none if clients connect directly. */
  readonly trustedProxies?: string | undefined;
  /** The site's name, the picture of its first banner, and whether its pages have a worker; by default they have none, and a former one is ended. */
  readonly site?: () => { readonly name: string; readonly worker: boolean; readonly banner?: string | null };
  /** Origin that links to the page lead to, `https://host`; without one its picture elsewhere has no address. */
  readonly origin?: string | undefined;
  /** Other sites that the page may frame or show pictures of; none by default. */
  readonly otherSites?: () => Pick<PageOrigins, 'frames' | 'images'>;
  /** Origins of development servers; undefined for a released page. */
  readonly development?: readonly string[];
  /** Serves what only developers need: remotes from development servers, and the documentation of the API. */
  readonly developerTools?: boolean;
  /** Makes the cookies of clients that have cleared what they kept; the same on all gateways. */
  readonly secret?: string;
  /** Unix milliseconds; the server's clock. */
  readonly now?: () => number;
  readonly logger?: FastifyServerOptions['logger'];
  /** Counts what clients get. */
  readonly metrics?: GatewayMetrics;
};

const MINUTE = 60_000;
/** ms between two requests of a connection; above what the edge keeps its connections for (nginx: 60 s). */
const KEPT_ALIVE = 72_000;

/** No address, and no URL, which may be a secret: a preview's is. */
const LOGGED = { serializers: { req: ({ method }: { readonly method: string }) => ({ method }) } };

/** Whether a URL leads to the backend's documentation of the API, spelt in any way that the backend may resolve to it. */
const isApiPage = (url: string): boolean =>
  /^\/api\/+docs(?:\/|$)/i.test(decodeURIComponent(url.split(/[?#]/, 1)[0] ?? ''));

/** One origin for the host, its remotes, the API and the realtime connection. */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { logger } = options;
  const ownSecret = randomBytes(32).toString('hex');
  const guard = new ConnectionGuard({ trustedProxies: options.trustedProxies, upgrades: asksForRealtime });
  const gateway = fastify({
    logger: typeof logger === 'object' ? { ...logger, ...LOGGED } : (logger ?? false),
    forceCloseConnections: true,
    trustProxy: options.trustedProxies || false,
    serverFactory(handle) {
      const server = guard.server(
        {
          headersTimeout: arrivalLimits.headers,
          // Of the longest request, an upload; forms have less time, see `limitBodies`.
          requestTimeout: arrivalLimits.multipart,
          connectionsCheckingInterval: 5_000,
        },
        handle,
      );
      server.keepAliveTimeout = KEPT_ALIVE;
      return server;
    },
  });
  const { now = Date.now, site = () => ({ name: 'Tessera', worker: false, banner: null }) } = options;
  options.metrics?.watch(gateway);
  /** A signed text with the server's time, by the minute so that the page is compressed once a minute at most. */
  const sent = (signed: Signed) => ({ ...signed, at: now() - (now() % MINUTE) });

  gateway.addHook('onRequest', async (request, reply) => {
    const url = request.raw.url ?? '/';
    if (leavesItsFolder(url)) return reply.code(400).header('cache-control', 'no-store').send({ error: 'bad_path' });
    if (!options.developerTools && isApiPage(url)) return reply.callNotFound();
    return undefined;
  });
  // The page sets its own content policy; HSTS and upgrade-insecure-requests would break plain http on a local network.
  await gateway.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  gateway.setNotFoundHandler((request, reply) => {
    reply.header('cache-control', 'no-store');
    const meant = meantAddress(request, options.release()?.manifest);
    return meant ? reply.redirect(meant, 302) : reply.code(404).send({ error: 'not_found' });
  });
  gateway.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (reply.raw.destroyed) {
      // The client has gone, which closed what was being read for it.
      request.log.debug(error);
      return;
    }
    if (status >= 500) request.log.error(error);
    reply
      .code(status)
      // The handler may have set that of the file which could not be read.
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send({ error: status >= 500 ? 'gateway_fault' : 'bad_request' });
  });

  const pages = remembered<{ readonly html: string }>();
  const pinnedPages = remembered<PinnedPage>();
  const sendPage = packedText();
  const sendManifest = packedText();
  gateway.get('/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { ok: true };
  });
  gateway.get('/', (_request, reply) => reply.redirect(`${BASE}/`, 302));
  // With the query, which may name a preview or an override; browsers keep the fragment.
  for (const path of [BASE, `${BASE}/index.html`, `${BASE}/index.html/`])
    gateway.get(path, (request, reply) => reply.redirect(`${BASE}/${/\?.*/.exec(request.url)?.[0] ?? ''}`, 302));

  /** The host's page for a client. */
  const pageFor = async (request: FastifyRequest, cookies: string): Promise<ShellSource | undefined> => {
    const hosts = options.host ? hostsFor(request, options.release()?.manifest, cookies) : [];
    for (const host of hosts) {
      const source = await options.host?.(host).catch((error: unknown) => void request.log.error(error));
      if (source) return source;
      request.log.error(`host@${host.version}: its page in the store is not the one that was signed`);
    }
    return options.shell();
  };

  gateway.get(`${BASE}/`, async (request, reply) => {
    const isReleased = options.host && options.release()?.manifest.host?.stable !== undefined;
    const source = await pageFor(request, isReleased ? withBucket(request, reply) : '');
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (!source) {
      return reply.code(503).send('<!doctype html><title>Tessera</title><p>The host is not built: npm run build</p>');
    }
    const live = options.release();
    const keys = await options.keys();
    const own = { protocol: request.protocol, host: request.host };
    const { banner = null, ...app } = site();
    const overrides = options.developerTools ? await overriddenOrigins(request.url, keys, now()) : [];
    const parts = {
      overrides,
      keys,
      host: watchedHost(request, source.version),
      app: { ...app, origin: options.origin ?? null },
      banner,
    };
    const manifest = live && sent(live.signed);
    const lists = live && options.lists?.(live.manifest);
    // A list is that of its version, under whose path it stands.
    const rest = { ...parts, at: manifest?.at, lists: lists && Object.keys(lists) };
    const { html } = pages([source, live], rest, () => ({
      html: renderShell(source.template, { ...parts, manifest, files: source.files, lists }),
    }));
    const policy = contentSecurityPolicy(html, {
      own,
      overrides,
      ...options.otherSites?.(),
      development: options.development,
    });
    clearSite(request, reply, { compromised: live?.manifest.compromised, secret: options.secret ?? ownSecret });
    reply.header('content-security-policy', policy).header('permissions-policy', PERMISSIONS_POLICY);
    return sendPage(request, reply, html);
  });

  gateway.get(`${BASE}/manifest.json`, (request, reply) => {
    const live = options.release();
    reply.header('cache-control', 'no-cache');
    if (!live) {
      reply.code(503).header('retry-after', '1').send({ error: 'no_manifest' });
      return;
    }
    const tag = `"epoch-${live.manifest.epoch}-${live.manifest.issuedAt}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) reply.code(304).send();
    else sendManifest(request, reply.type('application/json; charset=utf-8'), JSON.stringify(sent(live.signed)));
  });

  gateway.get<{ Params: { link: string } }>(`${BASE}/previews/:link.json`, async (request, reply) => {
    const { link } = request.params;
    const isOpen = options.release()?.manifest.previews?.includes(previewIdOf(link));
    const signed = isOpen ? await options.preview?.(link) : undefined;
    reply.header('cache-control', 'no-store');
    return signed ? reply.send(sent(signed)) : reply.callNotFound();
  });

  serveApp(gateway, {
    name: () => site().name,
    pinned: async (request) => {
      const source = await pageFor(request, request.headers.cookie ?? '');
      const { banner: _banner, ...app } = site();
      const parts = {
        host: watchedHost(request, source?.version),
        keys: await options.keys(),
        app: { ...app, origin: options.origin ?? null },
        origins: options.otherSites?.() ?? {},
        since: options.release()?.manifest.compromised?.epoch ?? 0,
      };
      return pinnedPages([source], parts, () => pinnedPage({ source, ...parts }));
    },
    worker: () => site().worker,
    release: () => options.release()?.manifest,
  });
  if (options.icon) serveIcons(gateway, { release: () => options.release()?.manifest, icon: options.icon });
  if (options.sdk) await serveSdk(gateway, { sdk: options.sdk, origin: options.origin });
  await options.files(gateway);
  if (options.registry) await proxyRegistry(gateway, options.registry);
  await proxyCalls(gateway, options.backend);
  proxyRealtime(gateway, options.backend);
  return gateway;
}
