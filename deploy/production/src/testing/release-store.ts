import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureSigningKeys, keyPaths, openReleaseService, type ReleaseStore } from '@tessera/releases';
import { folderWith, newVersionOf, temporaryFolder } from '@tessera/releases/testing';

export const REMOTE = 'markets';
export const VERSION = '1.0.0';

const PAGE = '<!doctype html><html><head><meta charset="utf-8"><!--tessera:manifest--></head><body>page</body></html>';

export type Released = {
  /** Settings of every service. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the host is built. */
  readonly dist: string;
  readonly store: ReleaseStore;
};

/** A data folder with keys and a live version of one remote, and a small built host. */
export async function released(): Promise<Released> {
  const dataDir = await temporaryFolder();
  const env = { DATA_DIR: dataDir, PUBLIC_KEYS: join(dataDir, 'public-keys/public.json') };
  mkdirSync(dirname(env.PUBLIC_KEYS));
  await ensureSigningKeys(keyPaths(dataDir, env), Date.now());
  const built = await folderWith({
    'remoteEntry.js': 'entry',
    'page.1f.js': 'page',
    'late.2e.js': 'late',
    'icon.svg': '<svg/>',
  });
  const service = await openReleaseService(env, dataDir);
  await service.store.publish(newVersionOf(REMOTE, VERSION), built);
  await service.promote({ name: REMOTE, version: VERSION }, { who: 'ops', why: 'the test', force: true });
  const dist = await folderWith({ 'host/index.html': PAGE, 'console/index.html': '<title>console</title>' });
  mkdirSync(join(dist, 'host/assets'));
  for (const name of ['main.1f2e.js', 'chart.5c.js']) {
    const path = join(dist, 'host/assets', name);
    const content = 'x'.repeat(3_000);
    writeFileSync(path, content);
    writeFileSync(`${path}.br`, `brotli ${content}`);
    writeFileSync(`${path}.gz`, `gzip ${content}`);
  }
  writeFileSync(join(dist, 'host/assets/vendor.7d.js'), 'x'.repeat(1024 * 1024));
  return { env, dist, store: service.store };
}
