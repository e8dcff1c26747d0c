import { type S3Server, startS3Server } from '@tessera/object-storage/testing/s3-server';
import { ensureSigningKeys, keyPaths, openReleaseService, type ReleaseService } from '@tessera/releases';
import { folderWith, newVersionOf, temporaryFolder } from '@tessera/releases/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type Running, responds, start, untilWell } from './testing/processes.ts';

const CLI = 'deploy/tools/cli/src/main.ts';
const NODE = process.execPath;
const audit = { who: 'ops', why: 'the test', force: true };

let bucket: S3Server;
let env: Record<string, string>;
let service: ReleaseService;
const running: Running[] = [];

async function publish(version: string): Promise<void> {
  const built = await folderWith({ 'remoteEntry.js': `entry of ${version}` });
  await service.store.publish(newVersionOf('markets', version), built);
  await service.promote({ name: 'markets', version }, audit);
}

/** Runs a program until it exits. */
async function ended(script: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  const program = await start([NODE, ...script], { ...env, ...changes });
  const code = await new Promise((resolve) => program.child.once('close', resolve));
  return { code, said: program.said() };
}

beforeAll(async () => {
  bucket = await startS3Server();
  const { endpoint = '', region, accessKeyId, secretAccessKey } = bucket.settings;
  env = {
    DATA_DIR: await temporaryFolder(),
    S3_BUCKET: bucket.settings.bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: 'live',
  };
  const dataDir = env.DATA_DIR as string;
  await ensureSigningKeys(keyPaths(dataDir, env), Date.now());
  service = await openReleaseService(env, dataDir);
  await publish('1.0.0');
});

afterAll(async () => {
  for (const each of running) await each.stop();
  await bucket.stop();
});

describe('programs on a bucket', () => {
  test('list and prune its releases from the command line', async () => {
    const history = await ended([CLI, 'history']);
    expect([history.code, history.said]).toEqual([0, expect.stringContaining('1.0.0')]);
    expect(await ended([CLI, 'prune', '--dry-run'])).toMatchObject({ code: 0 });
  });

  test.each([
    ['a setting is missing', { S3_SECRET_ACCESS_KEY: '' }, 'S3_BUCKET needs S3_SECRET_ACCESS_KEY as well.'],
    ['the key is wrong', { S3_SECRET_ACCESS_KEY: 'guessed' }, 'Correct S3_SECRET_ACCESS_KEY.'],
    ['nothing is there', { S3_ENDPOINT: 'http://127.0.0.1:1' }, 'The bucket releases at http://127.0.0.1:1 cannot be'],
  ])('report in one line that %s', async (_, changes, words) => {
    const { code, said } = await ended([CLI, 'history'], changes);
    expect(code).toBe(1);
    expect(said).toContain(words);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  test('reject to start as a registry that could not write', async () => {
    const port = String(await freePort());
    const { code, said } = await ended(['deploy/release/registry/src/main.ts'], {
      S3_SECRET_ACCESS_KEY: 'guessed',
      REGISTRY_PORT: port,
    });
    expect(code).toBe(1);
    expect(said).toContain('Correct S3_SECRET_ACCESS_KEY.');
  });

  test('serve it as a gateway, including later promotions', async () => {
    const port = String(await freePort());
    const dist = await folderWith({ 'host/index.html': '', 'gallery/index.html': '', 'console/index.html': '' });
    const gateway = await start([NODE, 'deploy/release/gateway/src/main.ts'], { ...env, PORT: port, DIST_DIR: dist });
    running.push(gateway);
    const origin = `http://localhost:${port}/h5`;
    await untilWell(gateway, () => responds(`${origin}/manifest.json`));
    const entry = await fetch(`${origin}/remotes/markets/1.0.0/remoteEntry.js`);
    expect([entry.status, await entry.text()]).toEqual([200, 'entry of 1.0.0']);
    expect(entry.headers.get('cache-control')).toContain('immutable');
    await publish('1.0.1');
    const epoch = async () => {
      const manifest = (await (await fetch(`${origin}/manifest.json`)).json()) as { readonly payload: string };
      return (JSON.parse(manifest.payload) as { readonly epoch: number }).epoch;
    };
    await untilWell(gateway, async () => (await epoch()) === 2, 10_000);
    expect((await fetch(`${origin}/remotes/markets/1.0.1/remoteEntry.js`)).status).toBe(200);
  });
});
