import { acceptManifest } from '@tessera/manifest';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashOf } from './file-list.ts';
import { publicKeyOf } from './signing.ts';
import { storeKeys } from './store.ts';
import { descriptorOf, folderWith, newVersionOf, type TestReleases, testReleases } from './testing.ts';
import { ENTRY_FILE } from './version-record.ts';

const audit = { who: 'ada', why: 'because' };
const repair = { who: 'ada', why: 'the disk was damaged' };
const markets = (version: string) => ({ name: 'markets', version });
const nft = { name: 'nft', version: '1.0.0' };

let release: TestReleases;

beforeEach(async () => {
  release = await testReleases();
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
  await release.publish('nft', '1.0.0', { descriptor: descriptorOf('nft') });
  await release.service.promote(markets('1.0.0'), audit);
  await release.service.promote(nft, audit);
  await release.service.promote(markets('1.0.1'), audit);
});

const put = (key: string, content: string) => release.store.storage.put(key, Buffer.from(content));
const examined = async () => (await release.service.examine()).map(({ what, repair: how }) => [what, how]);
const live = async () => (await release.service.latest())?.state.remotes.map(({ name, stable }) => `${name}@${stable}`);

test('a store that is as it was written has no finding, and a repair writes nothing', async () => {
  expect(await examined()).toEqual([]);
  const before = await release.store.storage.list('');
  expect(await release.service.repair(repair)).toEqual([]);
  expect(await release.store.storage.list('')).toEqual(before);
});

describe('a damaged last event', () => {
  test.each(['', '{', '{"schema":2}'])(
    '(%j) is named, and repaired from the manifest that was signed for it',
    async (junk) => {
      await put(storeKeys.event(3), junk);
      expect(await examined()).toEqual([[storeKeys.event(3), 'history']]);
      await expect(release.service.promote(markets('1.0.0'), audit)).rejects.toMatchObject({ code: 'store_damaged' });
      await release.service.repair(repair);
      expect(await live()).toEqual(['markets@1.0.1', 'nft@1.0.0']);
      expect(await release.service.latest()).toMatchObject({
        ...repair,
        kind: 'repair',
        state: { epoch: 4 },
        forced: [expect.stringContaining(storeKeys.event(3))],
      });
      expect(await examined()).toEqual([]);
      expect(await release.service.brokenAt()).toBeUndefined();
      expect((await release.service.promote(markets('1.0.0'), audit)).state.epoch).toBe(5);
      expect(await release.service.brokenAt()).toBeUndefined();
    },
  );

  test('without its manifest is repaired from the event before it', async () => {
    const last = await release.service.latest();
    await put(storeKeys.event(3), '');
    await put(last?.manifest ?? '', '');
    await release.service.repair(repair);
    expect(await live()).toEqual(['markets@1.0.0', 'nft@1.0.0']);
    expect((await release.service.latest())?.state.epoch).toBe(4);
    expect(await release.service.brokenAt()).toBeUndefined();
  });

  test('that is the only one is repaired as well, but not without anything signed', async () => {
    const first = await testReleases();
    await first.publish('markets', '1.0.0');
    const event = await first.service.promote(markets('1.0.0'), audit);
    await first.store.storage.put(storeKeys.event(1), Buffer.from(''));
    const { storage } = first.store;
    const manifest = await storage.get(event.manifest);
    await storage.put(event.manifest, Buffer.from(''));
    await expect(first.service.repair(repair)).rejects.toThrow('restore a backup');
    await storage.put(event.manifest, manifest as Uint8Array);
    await first.service.repair(repair);
    expect((await first.inForce()).remotes[0]?.stable.version).toBe('1.0.0');
  });
});

test('damaged and altered old events are named and acknowledged by a repair', async () => {
  await put(storeKeys.event(1), '{');
  expect(await examined()).toEqual([[storeKeys.event(1), 'history']]);
  expect(await release.service.brokenAt()).toBe(2);
  await release.service.repair(repair);
  expect([await examined(), await release.service.brokenAt()]).toEqual([[], undefined]);
  expect(await live()).toEqual(['markets@1.0.1', 'nft@1.0.0']);
  const second = Buffer.from((await release.store.storage.get(storeKeys.event(2))) ?? []).toString();
  await put(storeKeys.event(2), second.replace('because', 'it was never so'));
  // A repair acknowledges what it found, not what happens to older events later.
  expect(await release.service.brokenAt()).toBe(2);
});

test('altered events are named each, and acknowledged together', async () => {
  const second = Buffer.from((await release.store.storage.get(storeKeys.event(2))) ?? []).toString();
  await put(storeKeys.event(2), second.replace('because', 'it was never so'));
  const third = Buffer.from((await release.store.storage.get(storeKeys.event(3))) ?? []).toString();
  await release.service.promote(markets('1.0.0'), audit);
  await put(storeKeys.event(3), third.replace('because', 'nor this'));
  expect(await examined()).toEqual([
    [storeKeys.event(2), 'history'],
    [storeKeys.event(3), 'history'],
  ]);
  await release.service.repair(repair);
  expect([await examined(), await release.service.brokenAt()]).toEqual([[], undefined]);
});

describe('a damaged version', () => {
  test('is named with each file, and is whole after the same content is published again', async () => {
    await put(storeKeys.file('markets', '1.0.1', ENTRY_FILE), 'altered');
    await release.store.storage.remove(storeKeys.file('nft', '1.0.0', ENTRY_FILE));
    await put(storeKeys.record('markets', '1.0.0'), '');
    await put(storeKeys.file('nft', '1.0.0', 'steal.html'), '<script>');
    expect(await examined()).toEqual([
      [storeKeys.record('markets', '1.0.0'), 'set aside'],
      [storeKeys.file('markets', '1.0.1', ENTRY_FILE), 'none'],
      [storeKeys.file('nft', '1.0.0', ENTRY_FILE), 'none'],
      [storeKeys.file('nft', '1.0.0', 'steal.html'), 'set aside'],
    ]);
    await release.service.repair(repair);
    expect((await release.service.latest())?.kind).toBe('promote');
    const left = await examined();
    expect(left.map(([what]) => what)).toEqual([
      storeKeys.file('markets', '1.0.1', ENTRY_FILE),
      storeKeys.file('nft', '1.0.0', ENTRY_FILE),
      'markets@1.0.0',
    ]);
    await release.service.prune(release.clock.now + 400 * 24 * 3_600_000);
    expect(await release.store.storage.list('versions/markets/1.0.0/')).toHaveLength(1);
    for (const [name, version] of [
      ['markets', '1.0.0'],
      ['markets', '1.0.1'],
      ['nft', '1.0.0'],
    ] as const) {
      const built = await folderWith({ [ENTRY_FILE]: `${name} ${version}` });
      await release.store.publish(newVersionOf(name, version, { descriptor: descriptorOf(name) }), built);
    }
    expect(await examined()).toEqual([]);
  });
});

test('hosts, previews, claims, types and renewals that cannot be read are named and moved out of the way', async () => {
  const keys = [
    storeKeys.renewed(3),
    storeKeys.host('9.0.0'),
    storeKeys.preview('random0000000009'),
    storeKeys.claim('nft', '9.9.9'),
    storeKeys.contract(hashOf('x')),
  ];
  for (const key of keys) await put(key, '{');
  expect(await examined()).toEqual(keys.map((key) => [key, 'set aside']));
  await release.service.repair(repair);
  expect(await examined()).toEqual([]);
  const aside = await release.store.storage.list('damaged/');
  expect(aside.map((key) => key.split('/').slice(2).join('/')).sort()).toEqual([...keys].sort());
});

describe('a store that was restored from an older backup', () => {
  test('is taken by pages that have seen later epochs, once that is signed', async () => {
    const seen = await release.inForce();
    for (const key of await release.store.storage.list('moves/')) {
      if (key > storeKeys.event(1)) await release.store.storage.remove(key);
    }
    const accept = async () => {
      const event = await release.service.latest();
      if (!event) throw new Error('nothing is live');
      const keys = release.keys.map(publicKeyOf);
      return acceptManifest(await release.store.signed(event), { keys, now: release.clock.now, after: seen });
    };
    await expect(accept()).rejects.toThrow('epoch 1 is older than 3');
    await expect(release.service.restore({ who: 'ada', why: ' ' })).rejects.toMatchObject({ code: 'reason_missing' });
    const event = await release.service.restore({ who: 'ada', why: 'the bucket was lost' });
    expect(event).toMatchObject({ kind: 'restore', changes: [], who: 'ada' });
    expect((await accept()).remotes[0]?.stable.version).toBe('1.0.0');
    expect(await release.service.brokenAt()).toBeUndefined();
    // A second restore from the same backup, an hour later, is later again.
    await release.store.storage.remove(storeKeys.event(event.state.epoch));
    release.clock.now += 3_600_000;
    const again = await release.service.restore({ who: 'ada', why: 'and again' });
    expect(again.state.epoch).toBe(event.state.epoch + 100);
    expect((await release.service.promote(markets('1.0.1'), audit)).state.epoch).toBe(again.state.epoch + 1);
    expect(await examined()).toEqual([]);
  });

  test('needs something live to go on with', async () => {
    const empty = await testReleases();
    await expect(empty.service.restore(repair)).rejects.toMatchObject({ code: 'nothing_stable' });
  });
});
