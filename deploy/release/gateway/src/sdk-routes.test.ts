import { createHash } from 'node:crypto';
import { publishSdk } from '@tessera/releases';
import { type TestReleases, testReleases } from '@tessera/releases/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sdkOfStore, serveSdk } from './sdk-routes.ts';

const [FIRST, SECOND] = ['1.0.0-0000000001', '1.0.0-0000000002'];
const hash = (name: string, text: string, encoding: 'base64' | 'hex') => createHash(name).update(text).digest(encoding);

let release: TestReleases;
let gateway: FastifyInstance;
let now: number;

const publish = (version: string, at: number) =>
  publishSdk(
    release.store,
    {
      version,
      packages: ['ui', 'i18n'].map((name) => ({
        name: `@tessera/${name}`,
        file: `tessera-${name}-${version}.tgz`,
        integrity: `sha512-${hash('sha512', `${name} ${version}`, 'base64')}`,
        shasum: hash('sha1', `${name} ${version}`, 'hex'),
        manifest: { name: `@tessera/${name}`, version, dependencies: { react: '19.0.0' } },
      })),
    },
    {
      read: async (file) => Buffer.from(/^tessera-(\w+)-(.*)\.tgz$/.exec(file)?.slice(1).join(' ') ?? ''),
      at,
    },
  );

beforeEach(async () => {
  release = await testReleases();
  now = 0;
  gateway = fastify();
  await serveSdk(gateway, { sdk: sdkOfStore(release.store), now: () => now });
});
afterEach(() => gateway.close());

const ask = (url: string) => gateway.inject({ url, headers: { host: 'h5.example' } });

test('npm finds each package with all of its versions, and its tarballs on the same platform', async () => {
  await publish(FIRST, 1);
  await publish(SECOND, 2);
  const described = await ask('/sdk/@tessera%2fi18n');
  expect(described.statusCode).toBe(200);
  const { 'dist-tags': tags, versions } = described.json();
  expect([tags, Object.keys(versions).sort()]).toEqual([{ latest: SECOND }, [FIRST, SECOND]]);
  expect(versions[FIRST]).toMatchObject({ dependencies: { react: '19.0.0' } });
  const { dist } = versions[FIRST];
  expect(dist.tarball).toBe(`http://h5.example/sdk/@tessera/i18n/-/tessera-i18n-${FIRST}.tgz`);
  const tarball = await ask(new URL(dist.tarball).pathname);
  expect([tarball.statusCode, tarball.body]).toEqual([200, `i18n ${FIRST}`]);
  expect(tarball.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(dist.integrity).toBe(`sha512-${hash('sha512', tarball.body, 'base64')}`);
  expect((await ask('/sdk/@tessera/i18n')).json()).toEqual(described.json());
});

test('the start says how a team begins; before an SDK is packed there is none', async () => {
  expect((await ask('/sdk/')).statusCode).toBe(404);
  await publish(FIRST, 1);
  expect((await ask('/sdk/')).statusCode).toBe(404);
  now += 2_000;
  const { versions, start } = (await ask('/sdk/')).json();
  expect(versions).toEqual([FIRST]);
  expect(start).toContain('--@tessera:registry=http://h5.example/sdk/ -- @tessera/cli init');
});

test.each([
  '/sdk/@tessera%2fnone',
  '/sdk/react',
  '/sdk/@evil%2fui',
  `/sdk/@tessera/ui/-/tessera-i18n-${FIRST}.tgz`,
  `/sdk/@tessera/ui/-/tessera-ui-${SECOND}.tgz`,
  `/sdk/@tessera/ui/-/..%2f..%2frecords%2fmarkets`,
])('%s is not there', async (url) => {
  await publish(FIRST, 1);
  expect((await ask(url)).statusCode).toBe(404);
});

test('the store is asked for its list once in two seconds, however many ask', async () => {
  await publish(FIRST, 1);
  let lists = 0;
  const { storage } = release.store;
  const list = storage.list.bind(storage);
  storage.list = (prefix) => {
    lists += 1;
    return list(prefix);
  };
  await Promise.all(Array.from({ length: 50 }, () => ask('/sdk/@tessera%2fui')));
  expect(lists).toBe(1);
});
