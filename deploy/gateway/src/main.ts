import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderStore } from '@tessera/releases';
import { createBackendNotice } from './backend-notice.ts';
import { serveFiles } from './file-routes.ts';
import { createGateway } from './gateway.ts';
import { followReleases } from './release-feed.ts';
import { readShell } from './shell-source.ts';

/** Milliseconds between two looks at the store: with the way to the page this stays well under two seconds. */
const LOOK_EVERY = 300;

const root = resolve(import.meta.dirname, '../../..');
const dist = resolve(process.env.DIST_DIR ?? `${root}/dist`);
const port = Number(process.env.PORT ?? 8080);
const backend = `http://127.0.0.1:${process.env.BACKEND_PORT ?? 8090}`;
const store = new FolderStore(resolve(process.env.DATA_DIR ?? `${root}/.data`, 'releases'));

const announce = createBackendNotice({ backend, token: process.env.INTERNAL_TOKEN ?? '', fetch, wait });
const releases = followReleases({
  store,
  every: LOOK_EVERY,
  onEpoch: (epoch) => void announce(epoch),
  onFault: (message) => gateway.log.error(`The release store cannot be read, the last manifest stays. ${message}`),
});
const gateway = await createGateway({
  backend,
  manifest: releases.current,
  shell: readShell(`${dist}/host`),
  files: (instance) =>
    serveFiles(instance, { host: `${dist}/host`, gallery: `${dist}/gallery`, releases: store.folder }),
  logger: { level: process.env.LOG_LEVEL ?? 'warn' },
});
await releases.refresh();

async function stop(): Promise<void> {
  releases.stop();
  await gateway.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

try {
  await gateway.listen({ port, host: process.env.HOST ?? 'localhost' });
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is in use: choose another with PORT=….` : error);
  process.exit(1);
}
