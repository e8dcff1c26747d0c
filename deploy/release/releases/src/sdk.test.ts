import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { examine } from './doctor.ts';
import { parseSdkIndex, publishSdk, type SdkIndex, sdkFile, sdkVersions } from './sdk.ts';
import { generateKey } from './signing.ts';
import { type TestReleases, testReleases } from './testing.ts';

const TARBALL = Buffer.from('a tarball');
const hash = (name: string, encoding: 'base64' | 'hex', content = TARBALL) =>
  createHash(name).update(content).digest(encoding);
const VERSION = '1.0.0-0123456789';

const indexOf = (version: string, content = TARBALL): SdkIndex => ({
  version,
  packages: [
    {
      name: '@tessera/ui',
      file: `tessera-ui-${version}.tgz`,
      integrity: `sha512-${hash('sha512', 'base64', content)}`,
      shasum: hash('sha1', 'hex', content),
      manifest: { name: '@tessera/ui', version },
    },
  ],
});

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases();
});

const publish = (version: string, at = 1, content = TARBALL) =>
  publishSdk(release.store, indexOf(version, content), { read: async () => content, at });
const versions = async () => (await sdkVersions(release.store)).map(({ version }) => version);
const keyOf = (version: string) => `sdk/${version}.json`;

test('a published version is listed with its tarballs, newest first, and is published once', async () => {
  expect(await publish(VERSION, 1)).toBe(true);
  expect(await publish('1.0.0-aaaaaaaaaa', 2)).toBe(true);
  expect(await publish(VERSION, 3)).toBe(false);
  const list = await sdkVersions(release.store);
  expect(list.map(({ version, at }) => [version, at])).toEqual([
    ['1.0.0-aaaaaaaaaa', 2],
    [VERSION, 1],
  ]);
  const own = list[1];
  expect(own && (await sdkFile(release.store, own, `tessera-ui-${VERSION}.tgz`))).toEqual(TARBALL);
  expect(own && (await sdkFile(release.store, own, 'tessera-ui-1.0.0-aaaaaaaaaa.tgz'))).toBeUndefined();
});

test('a tarball that is not the one of the index is not stored', async () => {
  const other = { read: async () => Buffer.from('another'), at: 1 };
  await expect(publishSdk(release.store, indexOf(VERSION), other)).rejects.toMatchObject({ code: 'build_incomplete' });
  expect(await versions()).toEqual([]);
});

test.each([
  ['no JSON object', '[]'],
  ['a file elsewhere', JSON.stringify(indexOf(VERSION)).replace(/tessera-ui-[^"]*tgz/, '../../moves/00000001.tgz')],
  ['a package of another scope', JSON.stringify(indexOf(VERSION)).replaceAll('@tessera/ui', '@evil/ui')],
])('an index with %s is refused', (_, text) => {
  expect(() => parseSdkIndex(text)).toThrow('index.json of the SDK is not valid');
});

describe('who writes to the store without a key', () => {
  beforeEach(() => publish(VERSION));

  test('gives teams no other tarball', async () => {
    await release.store.storage.put(`sdk-files/${VERSION}/tessera-ui-${VERSION}.tgz`, Buffer.from('evil'));
    const [own] = await sdkVersions(release.store);
    expect(own && (await sdkFile(release.store, own, `tessera-ui-${VERSION}.tgz`))).toBeUndefined();
  });

  test.each(['', '{', '{"schema":2,"payload":"{}","signatures":[]}'])('gives them no other index: %j', async (junk) => {
    await release.store.storage.put(keyOf(VERSION), Buffer.from(junk));
    expect(await versions()).toEqual([]);
    expect((await examine(release.store)).map(({ what }) => what)).toEqual([keyOf(VERSION)]);
    expect(await publish(VERSION)).toBe(true);
    expect(await versions()).toEqual([VERSION]);
  });

  test('gives them no index under another version', async () => {
    const content = await release.store.storage.get(keyOf(VERSION));
    await release.store.storage.put(keyOf('9.0.0-0123456789'), content as Uint8Array);
    expect(await versions()).toEqual([VERSION]);
  });
});

test('a key that was added signs the index as well, so that the former one can be retired', async () => {
  await publish(VERSION);
  const added = await generateKey('added', 0);
  release.keys.push(added);
  await release.store.completeSignatures();
  const { signatures } = JSON.parse(Buffer.from((await release.store.storage.get(keyOf(VERSION))) ?? []).toString());
  expect(signatures.map(({ key }: { key: string }) => key)).toContain('added');
});
