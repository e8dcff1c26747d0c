import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keyPaths, ReleaseStore, readingKeyring, storageFromEnvironment } from '@tessera/releases';
import { announcedOf, createBackendNotice } from './backend-notice.ts';
import { serveFiles } from './file-routes.ts';
import { firstLists } from './first-lists.ts';
import { createGateway } from './gateway.ts';
import { gatewayMetrics, serveMetrics } from './gateway-metrics.ts';
import { followOtherSites } from './other-sites.ts';
import { followReleases } from './release-feed.ts';
import { releasedHosts } from './released-hosts.ts';
import { screenIcons } from './screen-icons.ts';
import { sdkOfStore } from './sdk-routes.ts';
import { readShell } from './shell-source.ts';

/** Polling interval of the store in ms: keeps the delay to open pages well under two seconds. */
const LOOK_EVERY = 300;
/** Interval in ms for reading the site configuration. */
const OTHER_SITES_EVERY = 30_000;

const { env } = process;
const root = resolve(import.meta.dirname, '../../../..');
const dist = resolve(env.DIST_DIR ?? `${root}/dist`);
const dataDir = resolve(env.DATA_DIR ?? `${root}/.data`);
const port = Number(env.PORT ?? 8080);
const backend = env.BACKEND_URL ?? `http://127.0.0.1:${env.BACKEND_PORT ?? 8090}`;
const registry = env.REGISTRY_URL ?? (env.REGISTRY_PORT ? `http://127.0.0.1:${env.REGISTRY_PORT}` : undefined);
/** Overrides, the gallery and the documentation of the API are for developers: production leaves this unset. */
const developerTools = env.DEVELOPER_TOOLS === '1';
/** The first, as for links in mails. */
const origin = env.PUBLIC_ORIGIN?.split(',', 1)[0]?.trim() || undefined;
if (origin !== undefined && new URL(origin).origin !== origin)
  throw new Error(`PUBLIC_ORIGIN: ${origin} is not of the form https://host`);
/** Ends the worker of pages at once, whatever the site configuration says. */
const workerOff = env.SERVICE_WORKER === 'off';
/** Port of `/metrics`; unset, nothing is measured. */
const metricsPort = env.METRICS_PORT ? Number(env.METRICS_PORT) : undefined;
const metrics = metricsPort === undefined ? undefined : gatewayMetrics();
const measured = metrics && serveMetrics(metrics);
const keyring = readingKeyring(keyPaths(dataDir, env));
const store = new ReleaseStore(await storageFromEnvironment(env, dataDir), keyring);

const hosts = releasedHosts(store);
const lists = firstLists(store, (message) => gateway.log.warn(message));
const announce = createBackendNotice({ backend, token: env.INTERNAL_TOKEN ?? '', fetch, wait });
const releases = followReleases({
  store,
  keys: keyring.public,
  now: Date.now,
  every: LOOK_EVERY,
  onEpoch: (release) => {
    void announce(announcedOf(release));
    lists(release.manifest);
  },
  onFault: (message) => gateway.log.error(`The release store cannot be used, the last manifest stays. ${message}`),
});
const otherSites = followOtherSites({ backend, fetch, every: OTHER_SITES_EVERY });
const gateway = await createGateway({
  backend,
  ...(registry ? { registry } : {}),
  release: releases.current,
  keys: keyring.public,
  preview: (link) => store.preview(link),
  host: hosts.page,
  lists,
  icon: screenIcons(store),
  sdk: sdkOfStore(store),
  shell: readShell(`${dist}/host`),
  files: (instance) =>
    serveFiles(instance, {
      host: `${dist}/host`,
      hosts,
      gallery: developerTools ? `${dist}/gallery` : undefined,
      console: `${dist}/console`,
      releases: store,
    }),
  origin,
  otherSites: otherSites.current,
  site: () => {
    const { worker, ...site } = otherSites.site();
    return { ...site, worker: worker && !workerOff };
  },
  developerTools,
  ...(env.INTERNAL_TOKEN ? { secret: env.INTERNAL_TOKEN } : {}),
  trustedProxies: env.TRUSTED_PROXIES,
  logger: { level: env.LOG_LEVEL ?? 'warn' },
  ...(metrics ? { metrics } : {}),
});
await releases.refresh();

async function stop(): Promise<void> {
  releases.stop();
  otherSites.stop();
  measured?.close();
  await gateway.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

try {
  await gateway.listen({ port, host: env.HOST ?? 'localhost' });
  measured?.listen(metricsPort, env.HOST ?? 'localhost');
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is in use: choose another with PORT=….` : error);
  process.exit(1);
}
